declare module 'virtual:flow-data' {
  import type { ViewerData } from '#flows/viewer/viewer-data.ts';

  export const flows: ViewerData['flows'];
  export const requirements: ViewerData['requirements'];
  export const versions: NonNullable<ViewerData['versions']>;
}
