const promises: readonly { title: string; text: string; link: { text: string; href: string } }[] = [
  {
    title: 'It can be wrong, and shows you where to look',
    text: 'A machine mishears, and it takes a plan for a deed. So nothing stands in your notes without the words it rests on, and what could not be heard is named with its minutes.',
    link: { text: 'How we use AI', href: '/ai' },
  },
  {
    title: 'It says what it is',
    text: 'Notes written by a language model are called session notes. Without one you get Highlights: sentences picked from your own transcript, and labelled so. The demo above is that second kind.',
    link: { text: 'See the demo', href: '/demo' },
  },
  {
    title: 'Your table stays your table',
    text: 'Nothing that you upload is public; nobody reads your notes unless you hand them on. Delete a session and all that was made of it goes along. Ask your players before you record.',
    link: { text: 'Privacy', href: '/privacy' },
  },
];

/** What the machine does and does not do, and what becomes of a recording. */
export function Honesty() {
  return (
    <section id="honesty" className="landing-honesty" aria-labelledby="honesty-title">
      <div className="landing-section-head">
        <p className="eyebrow">In plain words</p>
        <h2 id="honesty-title">About the machine, and about privacy</h2>
      </div>
      <div className="landing-promises">
        {promises.map(({ title, text, link }) => (
          <div key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
            <p>
              <a href={link.href}>{link.text}</a>
            </p>
          </div>
        ))}
      </div>
    </section>
  );
}
