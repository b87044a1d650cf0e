import type { ComponentType } from 'react';
import type { FlowName } from './flow-actors.ts';

/** Required by the app. The modal of a flow has its name, unless it has several or serves several. */
export type DemandedModal = FlowName | 'reSignIn';

/** Opened by the user. */
export type OpenedModal =
  | FlowName
  | 'accountSettings'
  | 'creditsAndBilling'
  /** The account settings at their storage and data section. */
  | 'yourData'
  | 'purchaseOptions'
  | 'deleteAccount'
  | 'share'
  | 'proposals';

export type ModalName = DemandedModal | OpenedModal;

export interface ModalViewProps {
  onClose: () => void;
}

type LoadModalView = () => Promise<ComponentType<ModalViewProps>>;
export type ModalViews = Readonly<Partial<Record<ModalName, LoadModalView>>>;
