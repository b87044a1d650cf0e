import type { ComponentType } from 'react';
import type { ModalName } from '#machines/modals/modals.setup.ts';

export type { ModalName };

export interface ModalViewProps {
  onClose: () => void;
}

export type LoadModalView = () => Promise<ComponentType<ModalViewProps>>;
export type ModalViews = Partial<Record<ModalName, LoadModalView>>;
