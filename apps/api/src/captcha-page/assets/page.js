/* global Vue, goCaptcha */
(() => {
  const { createApp, h, reactive, ref } = Vue;

  const TYPES = ['click', 'slide', 'drag', 'rotate'];
  const LEVELS = ['easy', 'standard', 'hard'];
  const ENDPOINTS = {
    login: '../api/v1/auth/mobile/send-code',
    registration: '../api/v1/auth/registration/send-code',
    password_reset: '../api/v1/auth/password/forgot',
  };

  const settings = reactive({
    appId: new URLSearchParams(location.search).get('app') ?? document.documentElement.dataset.app,
    level: 'standard',
    locale: navigator.language,
    scene: 'login',
    mobile: '',
  });

  /** @returns {Promise<{status: number, body: object}>} status 0 where no answer came. */
  async function post(url, deviceKey, body) {
    const headers = {
      'Content-Type': 'application/json',
      'X-AppID': settings.appId,
      'X-AK-Device-Key': deviceKey,
      'Accept-Language': settings.locale,
    };
    try {
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: response.status, body: await response.json() };
    } catch {
      return { status: 0, body: { detail: 'The server did not answer' } };
    }
  }

  /** One challenge at a time: asks for it, shows it in its widget, and sends what the widget confirms. */
  function card({ name, title, ask, send, isReady }) {
    // One of its own each: what one card gets wrong is not held against another.
    const deviceKey = newUuid();
    const challenge = ref(null);
    const outcome = ref(null);

    const tell = ({ status, body }) => {
      const isVerified = status >= 200 && status < 300;
      outcome.value = { isVerified, text: isVerified ? `${status} verified` : `${status} ${body.code ?? body.detail}` };
    };
    const load = async () => {
      challenge.value = null;
      outcome.value = null;
      const answer = await ask(deviceKey);
      if (answer.status === 200) challenge.value = answer.body.data;
      else tell(answer);
    };
    const confirm = async (value) => {
      const { captcha_id: id, captcha_token: token, type } = challenge.value;
      challenge.value = null;
      tell(await send(deviceKey, { id, token, response: goCaptcha[type].response(value) }));
    };
    const widget = () => {
      const { component, config, data } = goCaptcha[challenge.value.type];
      const events = { confirm: (value) => void confirm(value), refresh: () => void load(), close: () => void load() };
      return h(component, {
        key: challenge.value.captcha_id,
        config: config(challenge.value),
        data: data(challenge.value),
        events,
      });
    };

    const render = () =>
      h('section', { class: 'card', 'data-card': name, 'data-captcha': challenge.value?.captcha_id }, [
        h('h2', title()),
        challenge.value ? widget() : null,
        h('footer', [
          h('button', { class: 'again', disabled: !isReady(), onClick: () => void load() }, 'New challenge'),
          outcome.value
            ? h(
                'span',
                { role: 'status', class: outcome.value.isVerified ? 'verified' : 'refused' },
                outcome.value.text,
              )
            : null,
        ]),
      ]);
    return { load, render };
  }

  const hasApp = () => settings.appId.length === 36;
  const cards = TYPES.map((type) =>
    card({
      name: type,
      title: () => type,
      ask: (deviceKey) => post('captcha/challenges', deviceKey, { type, level: settings.level }),
      send: (deviceKey, captcha) => post('captcha/proofs', deviceKey, { captcha }),
      isReady: hasApp,
    }),
  );
  const journey = card({
    name: 'sms',
    title: () => `SMS: ${settings.scene}`,
    ask: (deviceKey) =>
      post('../api/v1/auth/sms-captcha', deviceKey, { scene: settings.scene, mobile: settings.mobile }),
    send: (deviceKey, captcha) => post(ENDPOINTS[settings.scene], deviceKey, { mobile: settings.mobile, captcha }),
    isReady: () => hasApp() && settings.mobile !== '',
  });
  const loadAll = () => {
    if (hasApp()) for (const { load } of cards) void load();
  };

  const field = (name, label, onChange) =>
    h('label', [
      label,
      h('input', {
        name,
        value: settings[name],
        onInput: (event) => (settings[name] = event.target.value.trim()),
        onChange,
      }),
    ]);
  const choice = (name, label, values, onChange) =>
    h('label', [
      label,
      h(
        'select',
        {
          name,
          value: settings[name],
          onChange: (event) => {
            settings[name] = event.target.value;
            onChange?.();
          },
        },
        values.map((value) => h('option', { value }, value)),
      ),
    ]);

  createApp({
    render: () => [
      h('h1', 'CAPTCHA'),
      h('p', 'The four types with the widgets of go-captcha, answered by this server. X-AppID names the App.'),
      h('div', [
        field('appId', 'X-AppID', loadAll),
        choice('level', 'Level', LEVELS, loadAll),
        field('locale', 'Accept-Language', loadAll),
      ]),
      h(
        'div',
        { class: 'cards' },
        cards.map(({ render }) => render()),
      ),
      h('h1', 'Before an SMS'),
      h(
        'p',
        'The same as an App does it: a challenge of the type that the App is set to, then the request with its proof.',
      ),
      h('div', [choice('scene', 'Scene', Object.keys(ENDPOINTS)), field('mobile', 'Mobile number')]),
      h('div', { class: 'cards' }, [journey.render()]),
    ],
  }).mount('#page');
  loadAll();

  /** Of version 4. `crypto.randomUUID` is there in secure contexts only. */
  function newUuid() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }
})();
