import type { ModalViews } from './modal-hooks.ts';

/**
 * The view of each modal (R2.34), a chunk of its own. One line here, and whatever leads to the modal appears on the
 * screen; without it nothing does.
 */
export const modalViews: ModalViews = {
  feedback: async () => (await import('#web/features/feedback/feedback-modal.tsx')).FeedbackModal,
};
