const promises: readonly { title: string; text: string; link: { text: string; href: string } }[] = [
  {
    title: 'It can be wrong, and it shows you where to look',
    text: 'Software mishears, and it mistakes plans for actions. So every line in your notes links to the words behind it, and the notes say which minutes it could not hear.',
    link: { text: 'How we use AI', href: '/ai' },
  },
  {
    title: 'Honest labels',
    text: 'Notes written by a language model are called session notes. Without one you get Highlights: sentences that rules pick from your own transcript, labeled as such. The demo above shows Highlights.',
    link: { text: 'See the demo', href: '/demo' },
  },
  {
    title: 'Your table stays your table',
    text: 'Nothing you upload is public, and your notes stay private unless you share them. Delete a session, and everything made from it is deleted too. Ask your players before you record.',
    link: { text: 'Privacy', href: '/privacy' },
  },
];

export function Honesty() {
  return (
    <section id="honesty" className="landing-honesty" aria-labelledby="honesty-title">
      <div className="landing-section-head">
        <p className="eyebrow">In plain words</p>
        <h2 id="honesty-title">About AI and privacy</h2>
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
