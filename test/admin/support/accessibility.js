// What can be told of a page without a person: names, landmarks, sizes, contrast, scrolling to the side. Runs in the browser.
(() => {
  const luminance = (colour) => {
    const channels = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((channel) => Number(channel) / 255);
    const [r = 0, g = 0, b = 0] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const backgroundOf = (element) => {
    const { backgroundColor } = getComputedStyle(element);
    return backgroundColor !== 'rgba(0, 0, 0, 0)' || !element.parentElement
      ? backgroundColor
      : backgroundOf(element.parentElement);
  };
  const contrast = (element) => {
    const pair = [getComputedStyle(element).color, backgroundOf(element)].map(luminance);
    return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
  };
  const texts = [...document.querySelectorAll('main *')].filter((element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
  );
  const fields = [...document.querySelectorAll('input:not([type=hidden])')];
  const targets = [...fields, ...document.querySelectorAll('button')];
  return {
    title: document.title,
    headings: document.querySelectorAll('h1').length,
    mains: document.querySelectorAll('main').length,
    scrollsAside: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    contrasts: texts.map((element) => ({ text: element.textContent, contrast: contrast(element) })),
    unlabelled: fields.filter(({ labels }) => labels?.length !== 1).map(({ id }) => id),
    autocompletes: fields.map((field) => field.autocomplete),
    small: targets.filter((target) => target.getBoundingClientRect().height < 44).map(({ id }) => id),
    dangling: [...document.querySelectorAll('[aria-describedby]')]
      .flatMap((element) => (element.getAttribute('aria-describedby') ?? '').split(' '))
      .filter((id) => document.getElementById(id) === null),
  };
})();
