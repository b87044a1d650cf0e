import { type FormEvent, useEffect } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { useFeedback } from './use-feedback.ts';
import './feedback.css';

const categories = [
  { key: 'features', label: 'Features' },
  { key: 'performance', label: 'Performance' },
  { key: 'bug', label: 'Bug' },
  { key: 'other', label: 'Other' },
  { key: 'testimonial', label: 'Testimonial' },
] as const;

/** The flow keeps the text, so closing loses nothing. */
export function FeedbackModal() {
  const { step, draft, failure, commentLimit, open, change, submit, close } = useFeedback();
  useEffect(open, [open]);
  const isSending = step === 'sending';

  if (step === 'thanked') {
    return (
      <Dialog open title="Feedback" onClose={close}>
        <Notice kind="success">Thank you for your feedback</Notice>
      </Dialog>
    );
  }
  return (
    <Dialog open title="Feedback" onClose={close}>
      <form
        className="feedback"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!isSending) submit();
        }}
      >
        <fieldset className="feedback-categories" disabled={isSending}>
          <legend className="field-label">
            What is it about? <span className="field-optional">(optional)</span>
          </legend>
          {categories.map(({ key, label }) => (
            <label key={key} className="feedback-category">
              <input
                type="checkbox"
                checked={draft.categories.includes(key)}
                onChange={({ target }) =>
                  change({
                    ...draft,
                    categories: categories
                      .map((category) => category.key)
                      .filter((one) => (one === key ? target.checked : draft.categories.includes(one))),
                  })
                }
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
        {draft.categories.includes('testimonial') ? (
          <p className="feedback-disclaimer" role="note">
            By sending a testimonial you agree that it may be used in promotional material.
          </p>
        ) : null}
        <TextArea
          label="Your comment"
          name="comment"
          rows={6}
          limit={commentLimit}
          value={draft.comment}
          readOnly={isSending}
          error={step === 'commentMissing' ? 'Please enter a comment' : undefined}
          onChange={({ target }) => change({ ...draft, comment: target.value })}
        />
        <Checkbox
          label="You may contact me about this"
          checked={draft.openToContact}
          disabled={isSending}
          onChange={({ target }) => change({ ...draft, openToContact: target.checked })}
        />
        <Checkbox
          label="Also send the last steps this page took"
          hint="Names such as “upload confirmed” or “sign-in failed”, none of your text or recordings. They help us find the fault."
          checked={draft.sendsSteps}
          disabled={isSending}
          onChange={({ target }) => change({ ...draft, sendsSteps: target.checked })}
        />
        {failure ? <Notice kind="error">{failure.message}</Notice> : null}
        <div className="dialog-actions">
          <Button kind="primary" type="submit" busy={isSending}>
            {isSending ? 'Sending …' : 'Send feedback'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
