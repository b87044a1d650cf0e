import type { ReactNode } from 'react';
import { Badge } from './badge.tsx';
import { Icon } from './icon.tsx';

interface PriceCardProps {
  name: string;
  price: string;
  per?: string;
  badge?: string | undefined;
  highlighted?: boolean;
  features: readonly string[];
  action?: ReactNode;
  level?: 2 | 3;
  children?: ReactNode;
}

export function PriceCard({
  name,
  price,
  per,
  badge,
  highlighted = false,
  features,
  action,
  level = 3,
  children,
}: PriceCardProps) {
  const Heading = `h${level}` as const;
  return (
    <article className={`card price-card ${highlighted ? 'price-card-highlighted' : ''}`}>
      <div className="price-card-head">
        <Heading>{name}</Heading>
        {badge ? <Badge kind={highlighted ? 'ember' : 'calm'}>{badge}</Badge> : null}
      </div>
      <p className="price-card-price">
        <span className="price-card-figure">{price}</span>
        {per ? <span className="price-card-per"> {per}</span> : null}
      </p>
      {children}
      <ul className="price-card-features">
        {features.map((feature) => (
          <li key={feature}>
            <Icon name="check" />
            <span>{feature}</span>
          </li>
        ))}
      </ul>
      {action ? <div className="price-card-action">{action}</div> : null}
    </article>
  );
}
