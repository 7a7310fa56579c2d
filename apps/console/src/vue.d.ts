/** For tools that know nothing of single-file components; `vue-tsc` reads the components themselves. */
declare module '*.vue' {
  import type { DefineComponent } from 'vue';
  const component: DefineComponent;
  export default component;
}
