import type { ComponentType } from 'react';
import type { ModalName } from '#machines/modals/modals.setup.ts';

export type { ModalName };

/** What every modal's view is given. */
export interface ModalViewProps {
  /** The modal is put away: what the user opened is closed, what the app demanded is settled. */
  onClose: () => void;
}

/** Loads the view of a modal: a chunk of its own. */
export type LoadModalView = () => Promise<ComponentType<ModalViewProps>>;
export type ModalViews = Partial<Record<ModalName, LoadModalView>>;
