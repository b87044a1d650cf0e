import { StyleModule } from 'style-mod';

const adopted = new Map<StyleModule, CSSStyleSheet>();

/** The content security policy forbids the style elements that the editor would create. */
export function adoptStyles(): void {
  StyleModule.mount = (root, modules) => {
    for (const module of Array.isArray(modules) ? modules : [modules]) {
      if (adopted.has(module)) continue;
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(module.getRules());
      adopted.set(module, sheet);
      // The editor lists overriding styles last.
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    }
  };
}
