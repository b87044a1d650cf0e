import { type FormEvent, useEffect } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { feedbackForm } from '../record-change/use-drafts.ts';
import { useKeptDraft } from '../record-change/use-kept-draft.ts';
import { useFeedback } from './use-feedback.ts';
import './feedback.css';

const categories = [
  { key: 'features', label: 'Features' },
  { key: 'performance', label: 'Performance' },
  { key: 'bug', label: 'Bug' },
  { key: 'other', label: 'Other' },
  { key: 'testimonial', label: 'Testimonial' },
] as const;

const nothing = { categories: '', comment: '', openToContact: '', sendsSteps: '' };
const ticked = 'yes';

export function FeedbackModal() {
  const { step, failure, commentLimit, open, change, submit, close } = useFeedback();
  const form = useKeptDraft(feedbackForm, nothing);
  useEffect(open, [open]);
  const isSending = step === 'sending';
  const { comment, openToContact, sendsSteps } = form.fields;
  const chosen = form.fields.categories.split(' ');
  const keysIn = (names: readonly string[]) =>
    categories.map(({ key }) => key).filter((key) => names.includes(key));
  const write = (changed: Partial<typeof nothing>) => {
    form.write(changed);
    change();
  };

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
          if (isSending) return;
          submit({
            categories: keysIn(chosen),
            comment,
            openToContact: openToContact === ticked,
            sendsSteps: sendsSteps === ticked,
          });
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
                checked={chosen.includes(key)}
                onChange={({ target }) => {
                  const others = chosen.filter((one) => one !== key);
                  write({ categories: keysIn(target.checked ? [...others, key] : others).join(' ') });
                }}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
        {chosen.includes('testimonial') ? (
          <p className="feedback-disclaimer" role="note">
            By sending a testimonial you agree that it may be used in promotional material.
          </p>
        ) : null}
        <TextArea
          label="Your comment"
          name="comment"
          rows={6}
          limit={commentLimit}
          value={comment}
          readOnly={isSending}
          error={step === 'commentMissing' ? 'Please enter a comment' : undefined}
          onChange={({ target }) => write({ comment: target.value })}
        />
        <Checkbox
          label="You may contact me about this"
          checked={openToContact === ticked}
          disabled={isSending}
          onChange={({ target }) => write({ openToContact: target.checked ? ticked : '' })}
        />
        <Checkbox
          label="Also send the last steps this page took"
          hint="Names such as “upload confirmed” or “sign-in failed”, none of your text or recordings. They help us find the fault."
          checked={sendsSteps === ticked}
          disabled={isSending}
          onChange={({ target }) => write({ sendsSteps: target.checked ? ticked : '' })}
        />
        {form.warning ? <Notice kind="warning">{form.warning}</Notice> : null}
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
