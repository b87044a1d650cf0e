import type { RoomTexts } from '#server/campaigns/room-texts.ts';

/** It has no texts of its own: triggers take out of it what rooms take out of theirs (migration 0047). */
export const searchTexts: RoomTexts = {
  room: 'search',
  archived: {
    tables: [],
    leftOut: {
      search_sources: 'what of a session is indexed for search; made from texts that are in the archive',
      search_passages: 'as search_sources',
      search_words: 'as search_sources',
    },
  },
};
