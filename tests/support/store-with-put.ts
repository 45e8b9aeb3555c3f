import type { PhotoStore } from '#server/storage/photo-store.ts';

/** A store that does something else where a file is to be stored. */
export const storeWithPut = (store: PhotoStore, put: PhotoStore['put']): PhotoStore =>
  new Proxy(store, {
    get(target, name) {
      if (name === 'put') return put;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
