/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Where the api is. */
  readonly VITE_API_URL: string;
  /** The id of the App, as the console shows it. */
  readonly VITE_APP_ID: string;
}

declare module '*.vue' {
  import type { DefineComponent } from 'vue';

  const component: DefineComponent;
  export default component;
}
