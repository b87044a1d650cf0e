declare module 'virtual:flow-data' {
  import type { ReportStep } from '#flows/report.ts';
  import type { ViewerData } from '#flows/viewer/viewer-data.ts';

  export const flows: ViewerData['flows'];
  export const requirements: ViewerData['requirements'];
  /** What users sent with their feedback, if the site was made with it. */
  export const traffic: { reports: number; steps: readonly ReportStep[] } | null;
  export const scripts: NonNullable<ViewerData['scripts']>;
  export const scriptFiles: NonNullable<ViewerData['exports']>;
  export const versions: NonNullable<ViewerData['versions']>;
}
