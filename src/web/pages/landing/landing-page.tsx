import { Closing } from './closing.tsx';
import { DemoSection } from './demo-section.tsx';
import { FaqSection } from './faq-section.tsx';
import { Hero } from './hero.tsx';
import { Honesty } from './honesty.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { PricingSection } from './pricing-section.tsx';
import { SetsApart } from './sets-apart.tsx';
import { WhatYouGet } from './what-you-get.tsx';
import './landing.css';

/** `/`, and scrolled to its sections `/demo`, `/pricing` and `/faq` (R2.1, R2.9). Plain HTML: no script is needed. */
export function LandingPage() {
  return (
    <main id="main" className="page-main landing" tabIndex={-1}>
      <Hero />
      <HowItWorks />
      <WhatYouGet />
      <SetsApart />
      <DemoSection />
      <Honesty />
      <PricingSection />
      <FaqSection />
      <Closing />
    </main>
  );
}
