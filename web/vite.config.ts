import type { ClientRequest, IncomingMessage } from 'node:http';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type HttpProxy } from 'vite';

const server = process.env.TANDEM_URL ?? 'http://127.0.0.1:7420';

/** Lets the dev page pass the server's check of Host and Origin; a page of another site still does not. */
function speakAsTheServer(proxy: HttpProxy.ProxyServer): void {
  const rewrite = (outgoing: ClientRequest, incoming: IncomingMessage) => {
    if (incoming.headers.origin === `http://${incoming.headers.host}`) outgoing.setHeader('origin', server);
  };
  proxy.on('proxyReq', rewrite);
  proxy.on('proxyReqWs', rewrite);
}

/** The parts of the first screen that later ones use as well. */
const SHARED =
  /node_modules\/(react|react-dom|scheduler|zustand|wouter|use-sync-external-store)\/|lucide-react\/dist\/esm\/(?!icons)|src\/(lib\/(classes|key-names|platform|router|storage|title)|ui\/(Kbd|Spinner|place))\.tsx?$/;

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  build: {
    target: 'es2023',
    manifest: 'assets/manifest.json',
    // The content security policy allows no inline data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every page needs comes in one file: many small ones compress worse.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', test: SHARED }] } } },
  },
  server: {
    proxy: { '/api': { target: server, ws: true, changeOrigin: true, configure: speakAsTheServer } },
  },
});
