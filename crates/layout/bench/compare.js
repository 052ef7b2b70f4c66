// Lays a graph out with another engine: the graph comes on standard input, the drawing goes to standard output.
import { readFileSync } from 'node:fs';
import dagre from '@dagrejs/dagre';
import Elk from 'elkjs/lib/elk.bundled.js';

const ROUNDS = 3;

const [engine] = process.argv.slice(2);
const { sizes, edges, nodeGap, tierGap } = JSON.parse(readFileSync(0, 'utf8'));

function withDagre() {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: nodeGap, ranksep: tierGap, edgesep: 16 });
  for (const [index, [width, height]] of sizes.entries()) graph.setNode(String(index), { width, height });
  for (const [index, [from, to]] of edges.entries()) graph.setEdge(String(from), String(to), {}, String(index));
  dagre.layout(graph);
  const pointsOf = ([from, to], index) => graph.edge(String(from), String(to), String(index)).points;
  const { width, height } = graph.graph();
  return { routes: edges.map((edge, index) => pointsOf(edge, index).map(({ x, y }) => [x, y])), width, height };
}

async function withElk() {
  const graph = await new Elk().layout({
    id: 'root',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'DOWN',
      'elk.spacing.nodeNode': String(nodeGap),
      'elk.layered.spacing.nodeNodeBetweenLayers': String(tierGap),
    },
    children: sizes.map(([width, height], index) => ({ id: `n${index}`, width, height })),
    edges: edges.map(([from, to], index) => ({ id: `e${index}`, sources: [`n${from}`], targets: [`n${to}`] })),
  });
  const pointsOf = ({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint];
  const routes = graph.edges.map(({ sections: [section] }) => pointsOf(section).map(({ x, y }) => [x, y]));
  return { routes, width: graph.width, height: graph.height };
}

let [least, drawing] = [Infinity, null];
for (let round = 0; round < ROUNDS; round += 1) {
  const before = process.cpuUsage();
  drawing = await (engine === 'dagre' ? withDagre() : withElk());
  const { user, system } = process.cpuUsage(before);
  least = Math.min(least, (user + system) / 1000);
}
process.stdout.write(JSON.stringify({ ms: least, ...drawing }));
