import type { ComponentType } from 'react';

/** Modals that the app requires, by name. Each flow declares its own here, beside its hook. */
// biome-ignore lint/suspicious/noEmptyInterface: the flows fill it.
export interface DemandedModals {}

/** Modals that the user opens, by name. Each flow declares its own here, beside its hook. */
export interface OpenedModals {
  accountSettings: true;
  /** The account settings at their credits section. */
  creditsAndBilling: true;
}

export type DemandedModal = keyof DemandedModals;
export type OpenedModal = keyof OpenedModals;
export type ModalName = DemandedModal | OpenedModal;

export interface ModalViewProps {
  onClose: () => void;
}

export type LoadModalView = () => Promise<ComponentType<ModalViewProps>>;
export type ModalViews = Partial<Record<ModalName, LoadModalView>>;
