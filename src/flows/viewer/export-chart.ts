import { present } from '../present.ts';

interface Size {
  width: number;
  height: number;
}

const margin = 24;
const sharpness = 2;

const copied = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'paint-order',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
] as const;

export function standaloneSvg(drawing: SVGSVGElement, chart: Size, title: string): string {
  // biome-ignore lint/plugin: a clone is of its original's own class.
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = [drawing, ...drawing.querySelectorAll('*')];
  const copies = [copy, ...copy.querySelectorAll('*')];
  for (const [index, element] of copies.entries()) {
    const style = getComputedStyle(present(originals[index], 'original of the copy'));
    for (const property of copied) {
      const value = style.getPropertyValue(property);
      if (value) {
        element.setAttribute(property, value);
      }
    }
    for (const attribute of [
      'class',
      'tabindex',
      'role',
      'aria-label',
      'aria-pressed',
      'data-state',
      'data-transition',
    ]) {
      element.removeAttribute(attribute);
    }
  }
  for (const [index, original] of originals.entries()) {
    if (original.classList.contains('handle')) {
      copies[index]?.remove();
    }
  }
  const width = Math.ceil(chart.width + 2 * margin);
  const height = Math.ceil(chart.height + 2 * margin);
  const name = document.createElementNS('http://www.w3.org/2000/svg', 'title');
  name.textContent = title;
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  for (const [attribute, value] of Object.entries({
    width,
    height,
    fill: getComputedStyle(drawing).backgroundColor,
  })) {
    ground.setAttribute(attribute, String(value));
  }
  copy.querySelector('g')?.setAttribute('transform', `translate(${margin} ${margin})`);
  copy.prepend(name, ground);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.setAttribute('viewBox', `0 0 ${width} ${height}`);
  copy.removeAttribute('style');
  return `${new XMLSerializer().serializeToString(copy)}\n`;
}

/** Browsers support at most some 16,000 pixels per side. */
export async function standalonePng(svg: string, chart: Size): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = Math.min(sharpness, 16_000 / Math.max(chart.width, chart.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil((chart.width + 2 * margin) * scale);
  canvas.height = Math.ceil((chart.height + 2 * margin) * scale);
  present(canvas.getContext('2d'), 'canvas').drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.'))),
      'image/png',
    );
  });
}

export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
