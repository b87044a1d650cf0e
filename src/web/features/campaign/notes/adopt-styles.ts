import { StyleModule } from 'style-mod';

const adopted = new Map<StyleModule, CSSStyleSheet>();

/**
 * The editor's styles as adopted style sheets, because the content security policy forbids the style elements
 * it would create.
 */
export function adoptStyles(): void {
  StyleModule.mount = (root, modules) => {
    for (const module of Array.isArray(modules) ? modules : [modules]) {
      if (adopted.has(module)) continue;
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(module.getRules());
      adopted.set(module, sheet);
      // The editor lists its own styles first and those that override them last.
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    }
  };
}
