import type { ComponentType } from 'react';
import type { ModalName } from '#machines/modals/modals.setup.ts';

export type { ModalName };

export interface ModalViewProps {
  /** Dismisses the modal: closes what the user opened, settles what the app requested. */
  onClose: () => void;
}

/** Loads a modal's view: a separate chunk. */
export type LoadModalView = () => Promise<ComponentType<ModalViewProps>>;
export type ModalViews = Partial<Record<ModalName, LoadModalView>>;
