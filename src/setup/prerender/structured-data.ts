import type { PageHead } from '#web/pages/page-head.ts';
import { publicOrigin } from '../../contract/pages.ts';

type Data = Readonly<Record<string, unknown>>;

const context = 'https://schema.org';

function breadcrumbsOf(path: string, { title }: PageHead): Data {
  const parents = path.startsWith('/blog/') ? [{ name: 'Blog', path: '/blog' }] : [];
  const places = [
    { name: 'Hearthscribe', path: '/' },
    ...parents,
    { name: title.replace(/ · Hearthscribe$/, ''), path },
  ];
  return {
    '@context': context,
    '@type': 'BreadcrumbList',
    itemListElement: places.map((place, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: place.name,
      item: `${publicOrigin}${place.path}`,
    })),
  };
}

export function structuredDataOf(path: string, head: PageHead): readonly Data[] {
  return [...(head.structuredData ?? []), ...(path === '/' ? [] : [breadcrumbsOf(path, head)])];
}
