export type DeviceKind = 'computer' | 'phone' | 'program';

/** The first that fits wins: Edge and Opera call themselves Chrome too, and Chrome calls itself Safari. */
const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: [RegExp, string, DeviceKind][] = [
  [/iPhone/, 'iPhone', 'phone'],
  [/iPad/, 'iPad', 'phone'],
  [/Android/, 'Android', 'phone'],
  [/Mac OS X|Macintosh/, 'macOS', 'computer'],
  [/Windows/, 'Windows', 'computer'],
  [/CrOS/, 'ChromeOS', 'computer'],
  [/Linux|X11/, 'Linux', 'computer'],
];

/** Turns what a client calls itself into what a person would call it: `Firefox on Linux`. */
export function describeDevice(userAgent: string): { name: string; kind: DeviceKind } {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent));
  if (!browser) return { name: userAgent.trim() || 'Unknown device', kind: 'program' };
  if (!system) return { name: browser, kind: 'computer' };
  return { name: `${browser} on ${system[1]}`, kind: system[2] };
}
