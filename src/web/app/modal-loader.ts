import type { LoadModalView, ModalName, ModalViews } from '#web/hooks/modal-views.ts';

/**
 * The next request retries a failed load. @param loadFlows loads the flows that views read
 * @param changed called when a load begins or ends
 */
export function createModalLoader(views: ModalViews, loadFlows: () => Promise<void>, changed: () => void) {
  const loaded = new Map<ModalName, ReturnType<LoadModalView>>();
  let loads = 0;
  return {
    isLoading: () => loads > 0,
    load(name: ModalName): ReturnType<LoadModalView> {
      const known = loaded.get(name);
      if (known !== undefined) return known;
      const load = views[name];
      if (load === undefined) return Promise.reject(new Error(`The modal "${name}" has no view.`));
      loads += 1;
      const loading = Promise.all([load(), loadFlows()])
        .then(([View]) => View)
        .finally(() => {
          loads -= 1;
          changed();
        });
      loaded.set(name, loading);
      loading.catch(() => loaded.delete(name));
      changed();
      return loading;
    },
  };
}
