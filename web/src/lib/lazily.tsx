import { type ComponentType, type FunctionComponent, use } from 'react';

type Module<P> = { default: ComponentType<P> };

export type Lazily<P> = FunctionComponent<P> & {
  /** Fetches the code before it is needed, so that it is there when the connection is not. */
  preload: () => Promise<void>;
};

/** For so long a failure is final: React asks again at once, and must get the same answer. */
const FAILED_MS = 1_000;

/** A component whose code comes when it is first shown. Unlike `React.lazy` it tries again after a failure. */
export function lazily<P extends object>(load: () => Promise<Module<P>>): Lazily<P> {
  let loading: Promise<Module<P>> | null = null;
  let loaded: Module<P> | null = null;
  const start = () => {
    loading ??= load()
      .then(keep)
      .catch((error: unknown) => {
        setTimeout(() => {
          loading = null;
        }, FAILED_MS);
        throw error;
      });
    return loading;
  };
  const keep = (module: Module<P>) => {
    loaded = module;
    return module;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each module, as `React.lazy` is.
  function Shown(props: P) {
    // What is here is shown at once: to wait for it, however shortly, would show what stands in for it first.
    const { default: Part } = loaded ?? use(start());
    return <Part {...props} />;
  }
  return Object.assign(Shown, {
    preload: () =>
      start().then(
        () => {},
        () => {},
      ),
  });
}
