import type { ComponentType } from 'react';

/** Required by the app. Each flow declares its own. */
// biome-ignore lint/suspicious/noEmptyInterface: the flows fill it.
export interface DemandedModals {}

/** Opened by the user. Each flow declares its own. */
export interface OpenedModals {
  accountSettings: true;
  creditsAndBilling: true;
  /** The account settings at their storage and data section. */
  yourData: true;
}

export type DemandedModal = keyof DemandedModals;
export type OpenedModal = keyof OpenedModals;
export type ModalName = DemandedModal | OpenedModal;

export interface ModalViewProps {
  onClose: () => void;
}

export type LoadModalView = () => Promise<ComponentType<ModalViewProps>>;
export type ModalViews = Partial<Record<ModalName, LoadModalView>>;
