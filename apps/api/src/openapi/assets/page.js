/* global SwaggerUIBundle */
(async () => {
  const { app: defaultApp, document: url } = document.documentElement.dataset;
  const text = await (await fetch(url)).text();
  const api = JSON.parse(text);

  /** What stands at the place; all references of the document are local. */
  const at = (path) => path.reduce((place, name) => place?.[name], api);

  /** Each part is resolved once, and what refers to itself is left as a reference. */
  const known = new Map();
  const resolve = (value, within = []) => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => resolve(item, within));
    const { $ref: reference, ...own } = value;
    const fields = Object.entries(own).map(([name, field]) => [name, resolve(field, within)]);
    if (typeof reference !== 'string') return Object.fromEntries(fields);
    if (within.includes(reference)) return value;
    if (!known.has(reference)) {
      known.set(reference, resolve(at(reference.slice(2).split('/')), [...within, reference]));
    }
    return { ...known.get(reference), ...Object.fromEntries(fields) };
  };

  const searchText = (tag, operation) => {
    const { operationId, summary } = operation.get('operation').toObject();
    return [tag, operation.get('method'), operation.get('path'), operationId, summary].join(' ').toLowerCase();
  };

  /** `true` stands for a filter in which nothing is written yet. */
  const isPhrase = ({ currentFilter }) => ![true, 'true', 'false', ''].includes(currentFilter() || '');

  const plugin = () => ({
    fn: {
      // For OpenAPI 3.1 its own resolver reads the whole document anew for each operation: some seconds of work.
      resolveSubtree: async (_document, path) => ({ spec: resolve(at(path)), errors: [] }),
      // Its own filter knows groups only.
      opsFilter: (groups, phrase) => {
        const words = phrase.toLowerCase().split(/\s+/);
        return groups
          .map((group, tag) =>
            group.update('operations', (operations) =>
              operations.filter((operation) => words.every((word) => searchText(tag, operation).includes(word))),
            ),
          )
          .filter((group) => group.get('operations').size > 0);
      },
    },
    statePlugins: {
      spec: {
        // It would read the document as YAML.
        wrapActions: {
          parseToJson:
            (_original, { specActions }) =>
            () =>
              specActions.updateJsonSpec(api),
        },
      },
      layout: {
        wrapSelectors: {
          // What is found is shown, also in groups that were closed before.
          isShown:
            (original, { layoutSelectors }) =>
            (_state, place, isDefault) =>
              (place[0] === 'operations-tag' && isPhrase(layoutSelectors)) || original(place, isDefault),
        },
      },
    },
  });

  // Its own words promise less.
  new MutationObserver((_changes, observer) => {
    const input = document.querySelector('.operation-filter-input');
    if (!input) return;
    input.placeholder = 'Find operations by path, name or summary';
    observer.disconnect();
  }).observe(document.getElementById('swagger-ui'), { childList: true, subtree: true });

  const ui = SwaggerUIBundle({
    dom_id: '#swagger-ui',
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [plugin],
    layout: 'BaseLayout',
    deepLinking: true,
    displayRequestDuration: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: -1,
    filter: true,
    persistAuthorization: true,
  });
  ui.specActions.updateLoadingStatus('success');
  ui.specActions.updateSpec(text);

  const named = new URLSearchParams(location.search).get('app');
  const isChosen = ui.authSelectors.authorized().has('appId');
  if (named || (defaultApp && !isChosen)) ui.preauthorizeApiKey('appId', named ?? defaultApp);
  window.ui = ui;
})();
