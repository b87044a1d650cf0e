import type { Literal } from 'mdast';
import type { CompileContext, Extension, Options } from 'mdast-util-from-markdown';
import type { Code, Construct, State } from 'micromark-util-types';
import { knownMarker } from '../visibility-markers.ts';

/** `<!-- gm -->` at the start of a block, with the spaces after it. */
interface VisibilityMarker extends Literal {
  type: 'visibilityMarker';
}

declare module 'mdast' {
  interface PhrasingContentMap {
    visibilityMarker: VisibilityMarker;
  }
  interface RootContentMap {
    visibilityMarker: VisibilityMarker;
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    visibilityMarker: 'visibilityMarker';
  }
}

const LONGEST = 220;
const wordsBefore = /^(?:[\s\u200b-\u200f\u2060\ufeff]|\[[ xX]\](?=\s))*$/;

const construct: Construct = {
  name: 'visibilityMarker',
  tokenize(effects, ok, nok) {
    let read = '';
    return (code) => {
      effects.enter('visibilityMarker');
      return inside(code);
    };
    function inside(code: Code): State | undefined {
      const isSpace = code === -1 || code === -2 || code === 32;
      if (knownMarker.test(read) && !isSpace) {
        effects.exit('visibilityMarker');
        return ok(code);
      }
      if (code === null || code < -2 || read.length > LONGEST) return nok(code);
      read += isSpace ? ' ' : String.fromCharCode(code);
      effects.consume(code);
      return inside;
    }
  },
};

export const markerSyntax: NonNullable<Options['extensions']>[number] = { text: { 60: construct } };

const isFirst = ({ stack }: CompileContext): boolean => {
  const parent = stack.at(-1);
  return (
    (parent?.type === 'paragraph' || parent?.type === 'heading') &&
    parent.children.every((before) => before.type === 'text' && wordsBefore.test(before.value))
  );
};

/** Elsewhere it is HTML. */
export const markerNodes: Extension = {
  enter: {
    visibilityMarker(token) {
      const value = this.sliceSerialize(token);
      this.enter({ type: isFirst(this) ? 'visibilityMarker' : 'html', value }, token);
    },
  },
  exit: {
    visibilityMarker(token) {
      this.exit(token);
    },
  },
};
