/** Made by the plugin in vite.config.ts: the addresses of the text files, by namespace and language. */
declare module 'virtual:text-files' {
  const addresses: Record<'translation' | 'more', Record<string, string>>;
  export default addresses;
}
