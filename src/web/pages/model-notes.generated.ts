// Made by `npm run generated` from src/setup/demo/model-answers.json. Changes here are lost.
import type { AnalysisResult } from '#contract/analysis-result.ts';

export const modelNotes: AnalysisResult = {
 "kind": "notes",
 "detailLevel": "comprehensive",
 "title": "The bell that rang without a clapper",
 "shortSummary": "In Candlewick, Mother Sedge asked the party for the clapper of a bell that rang under the Grey Fen. In the sunken chapel they found her sister Oda, who had rung it by hand for forty years, and brought her to stop. Then somebody knocked on the locked door, and Vesper broke the key off in it.",
 "summary": "### Blue lamps in Candlewick\n\nThe party reached Candlewick at dusk, a village on stilts at the edge of the Grey Fen, where every lamp burned blue and a bell rang under the water. On the porch of the ferry house sat Mother Sedge, gutting eels, and beside her stood the largest goose they had ever seen, which did not please Ulf.\n\n### The bell of Saint Ambrel\n\nThe bell of Saint Ambrel had rung for three nights, Mother Sedge said, although the chapel sank forty years ago and the bell had no clapper. For that clapper she would carry the party over the Grey Fen for nothing; of the last people she sent, only her goose Bishop had come back. Brannoc promised her the truth, whatever it was, while Vesper reached for the key around her neck and was bitten by Bishop. Mother Sedge handed the key over all the same: it opened the chapel door, which her sister had locked from the inside. They rowed out in a borrowed boat, with Bishop in the bow, to a bell tower with a freshly carved burning hand, the mark of the Ash Wardens. They climbed in through the window and left the door alone. Below, by the light of forty blue candles, a young woman who looked exactly like Mother Sedge struck the bell with her bleeding hand, as she had promised to do until the tide was out. Brannoc knelt beside her and told her that the tide was out, and that her sister had sent them to bring her home.\n\n### The door that they do not open\n\nOda Sedge lowered her hand, and for the first time in three nights the bell was silent. Then somebody knocked three times behind the locked door, very politely, and said that he was the ferryman. Vesper put the key into the lock and broke it off. The knocking stopped, and the voice of Brannoc’s dead grandmother asked whether he had remembered the bread. Oda opened her other hand and showed the clapper, which she had taken out because it was calling him.",
 "previouslyOn": "Last time, a bell rang under the Grey Fen, and every lamp in Candlewick burned blue. Mother Sedge wanted its clapper, and of the last people she sent, only a goose came back. You found her sister Oda in the chapel of Saint Ambrel, as young as on the day she promised to ring until the tide was out. Brannoc told her that the tide was out. The bell fell silent, and somebody knocked. There is half a key in the lock, a goose in Ulf’s arms, and a voice behind the door that asks about bread.",
 "lines": {
  "shortSummary": [
   {
    "text": "In Candlewick, Mother Sedge asked the party for the clapper of a bell that rang under the Grey Fen.",
    "evidence": {"segmentIds":["s16","s18"],"startMs":88935,"endMs":117488}
   },
   {
    "text": "In the sunken chapel they found her sister Oda, who had rung it by hand for forty years, and brought her to stop.",
    "evidence": {"segmentIds":["s58","s60","s62","s67","s69"],"startMs":335201,"endMs":397494}
   },
   {
    "text": "Then somebody knocked on the locked door, and Vesper broke the key off in it.",
    "evidence": {"segmentIds":["s67","s69","s72"],"startMs":374635,"endMs":409244}
   }
  ],
  "summary": [
   {
    "text": "The party reached Candlewick at dusk, a village on stilts at the edge of the Grey Fen, where every lamp burned blue and a bell rang under the water.",
    "evidence": {"segmentIds":["s7","s9"],"startMs":32033,"endMs":52469}
   },
   {
    "text": "On the porch of the ferry house sat Mother Sedge, gutting eels, and beside her stood the largest goose they had ever seen, which did not please Ulf.",
    "evidence": {"segmentIds":["s11"],"startMs":59226,"endMs":70848}
   },
   {
    "text": "The bell of Saint Ambrel had rung for three nights, Mother Sedge said, although the chapel sank forty years ago and the bell had no clapper.",
    "evidence": {"segmentIds":["s16"],"startMs":88935,"endMs":100921}
   },
   {
    "text": "For that clapper she would carry the party over the Grey Fen for nothing; of the last people she sent, only her goose Bishop had come back.",
    "evidence": {"segmentIds":["s18","s19","s20"],"startMs":104774,"endMs":126014}
   },
   {
    "text": "Brannoc promised her the truth, whatever it was, while Vesper reached for the key around her neck and was bitten by Bishop.",
    "evidence": {"segmentIds":["s27","s28","s30","s31","s33"],"startMs":155162,"endMs":199425}
   },
   {
    "text": "Mother Sedge handed the key over all the same: it opened the chapel door, which her sister had locked from the inside.",
    "evidence": {"segmentIds":["s28","s30","s31","s33"],"startMs":167747,"endMs":199425}
   },
   {
    "text": "They rowed out in a borrowed boat, with Bishop in the bow, to a bell tower with a freshly carved burning hand, the mark of the Ash Wardens.",
    "evidence": {"segmentIds":["s37","s39","s41","s45","s49"],"startMs":210631,"endMs":289214}
   },
   {
    "text": "They climbed in through the window and left the door alone.",
    "evidence": {"segmentIds":["s53","s54","s56"],"startMs":298484,"endMs":332315}
   },
   {
    "text": "Below, by the light of forty blue candles, a young woman who looked exactly like Mother Sedge struck the bell with her bleeding hand, as she had promised to do until the tide was out.",
    "evidence": {"segmentIds":["s53","s54","s56","s58","s60","s62"],"startMs":298484,"endMs":356731}
   },
   {
    "text": "Brannoc knelt beside her and told her that the tide was out, and that her sister had sent them to bring her home.",
    "evidence": {"segmentIds":["s63"],"startMs":357031,"endMs":365446}
   },
   {
    "text": "Oda Sedge lowered her hand, and for the first time in three nights the bell was silent.",
    "evidence": {"segmentIds":["s67","s69"],"startMs":374635,"endMs":397494}
   },
   {
    "text": "Then somebody knocked three times behind the locked door, very politely, and said that he was the ferryman.",
    "evidence": {"segmentIds":["s67","s69"],"startMs":374635,"endMs":397494}
   },
   {
    "text": "Vesper put the key into the lock and broke it off.",
    "evidence": {"segmentIds":["s72"],"startMs":402443,"endMs":409244}
   },
   {
    "text": "The knocking stopped, and the voice of Brannoc’s dead grandmother asked whether he had remembered the bread.",
    "evidence": {"segmentIds":["s73","s74","s75"],"startMs":409544,"endMs":422175}
   },
   {
    "text": "Oda opened her other hand and showed the clapper, which she had taken out because it was calling him.",
    "evidence": {"segmentIds":["s81"],"startMs":455145,"endMs":466404}
   }
  ],
  "previouslyOn": [
   {
    "text": "Last time, a bell rang under the Grey Fen, and every lamp in Candlewick burned blue.",
    "evidence": {"segmentIds":["s7","s9"],"startMs":32033,"endMs":52469}
   },
   {
    "text": "Mother Sedge wanted its clapper, and of the last people she sent, only a goose came back.",
    "evidence": {"segmentIds":["s18","s19","s20"],"startMs":104774,"endMs":126014}
   },
   {
    "text": "You found her sister Oda in the chapel of Saint Ambrel, as young as on the day she promised to ring until the tide was out.",
    "evidence": {"segmentIds":["s58","s60","s62"],"startMs":335201,"endMs":356731}
   },
   {
    "text": "Brannoc told her that the tide was out.",
    "evidence": {"segmentIds":["s63"],"startMs":357031,"endMs":365446}
   },
   {
    "text": "The bell fell silent, and somebody knocked.",
    "evidence": {"segmentIds":["s67","s69"],"startMs":374635,"endMs":397494}
   },
   {
    "text": "There is half a key in the lock, a goose in Ulf’s arms, and a voice behind the door that asks about bread.",
    "evidence": {"segmentIds":["s72","s73","s74","s75"],"startMs":402443,"endMs":422175}
   }
  ]
 },
 "glance": [],
 "scenes": [
  {
   "title": "Blue lamps in Candlewick",
   "description": "",
   "lines": [],
   "keyEvents": [],
   "location": "Candlewick",
   "evidence": {"segmentIds":["s7","s11"],"startMs":32033,"endMs":70848}
  },
  {
   "title": "The bell of Saint Ambrel",
   "description": "",
   "lines": [],
   "keyEvents": [],
   "location": "Chapel of Saint Ambrel",
   "evidence": {"segmentIds":["s16","s63"],"startMs":88935,"endMs":365446}
  },
  {
   "title": "The door that they do not open",
   "description": "",
   "lines": [],
   "keyEvents": [],
   "location": "Chapel of Saint Ambrel",
   "evidence": {"segmentIds":["s67","s81"],"startMs":374635,"endMs":466404}
  }
 ],
 "memorableMoments": [
  {
   "description": "We will go down there, and we will come back and tell you the truth, whatever it is.",
   "isQuote": true,
   "speaker": "Jonas",
   "context": "Brannoc to Mother Sedge, a moment before Vesper reached for the key.",
   "evidence": {"segmentIds":["s27"],"startMs":155162,"endMs":167447}
  },
  {
   "description": "You kept your promise, and your sister sent us to bring you home.",
   "isQuote": true,
   "speaker": "Jonas",
   "context": "Brannoc, kneeling beside Oda.",
   "evidence": {"segmentIds":["s63"],"startMs":357031,"endMs":365446}
  },
  {
   "description": "Brannoc, did you remember the bread?",
   "isQuote": true,
   "speaker": "Ines",
   "context": "The voice behind the door.",
   "evidence": {"segmentIds":["s73"],"startMs":409544,"endMs":417167}
  }
 ],
 "npcs": [
  {
   "name": "Mother Sedge",
   "description": "The old ferrywoman of Candlewick. She guts eels without looking, hides her fear well, and had the key to a door that her sister locked from the inside.",
   "isNew": true,
   "presence": "met",
   "evidence": {"segmentIds":["s11","s26","s33"],"startMs":59226,"endMs":199425}
  },
  {
   "name": "Oda Sedge",
   "description": "Mother Sedge’s sister, still young after forty years of ringing the bell with her bare hand.",
   "isNew": true,
   "presence": "met",
   "evidence": {"segmentIds":["s58","s67"],"startMs":335201,"endMs":388440}
  },
  {
   "name": "Bishop",
   "description": "The largest goose anybody has seen, and the only one to return from the chapel before the party.",
   "isNew": true,
   "presence": "met",
   "evidence": {"segmentIds":["s11","s20","s22"],"startMs":59226,"endMs":133290}
  },
  {
   "name": "The ferryman",
   "description": "A polite voice behind the locked door that can speak as Brannoc’s dead grandmother.",
   "isNew": true,
   "presence": "met",
   "evidence": {"segmentIds":["s69","s73"],"startMs":391326,"endMs":417167}
  }
 ],
 "locations": [
  {
   "name": "Candlewick",
   "description": "A village on stilts at the edge of the Grey Fen, with a blue lamp in every window.",
   "isNew": true,
   "evidence": {"segmentIds":["s7"],"startMs":32033,"endMs":46929}
  },
  {
   "name": "Chapel of Saint Ambrel",
   "description": "It sank forty years ago. Forty blue candles burn on its altar, and the water does not enter.",
   "isNew": true,
   "evidence": {"segmentIds":["s16","s56"],"startMs":88935,"endMs":332315}
  },
  {
   "name": "Grey Fen",
   "description": "The lake that Mother Sedge ferries people across.",
   "isNew": false,
   "evidence": {"segmentIds":["s7","s18"],"startMs":32033,"endMs":117488}
  }
 ],
 "items": [
  {
   "name": "The key on the red cord",
   "description": "The key to the chapel door. Half of it is now broken off in the lock.",
   "isNew": true,
   "evidence": {"segmentIds":["s26","s33","s72"],"startMs":142148,"endMs":409244}
  },
  {
   "name": "The clapper of the bell",
   "description": "A lump of bronze as long as a finger. Oda took it out because it was calling him.",
   "isNew": true,
   "evidence": {"segmentIds":["s18","s81"],"startMs":104774,"endMs":466404}
  }
 ],
 "factions": [
  {
   "name": "Ash Wardens",
   "description": "An order that kept the fires along the coast and has not been seen since the war. Their mark is a burning hand.",
   "isNew": true,
   "evidence": {"segmentIds":["s45","s49"],"startMs":251574,"endMs":289214}
  }
 ],
 "quests": [
  {
   "name": "The clapper of Saint Ambrel",
   "status": "active",
   "progress": [
    {
     "text": "Bring the clapper to Mother Sedge, who then carries the party over the Grey Fen for nothing. Oda has it.",
     "evidence": {"segmentIds":["s18","s80","s81"],"startMs":104774,"endMs":466404}
    }
   ],
   "evidence": {"segmentIds":["s18","s80","s81"],"startMs":104774,"endMs":466404}
  },
  {
   "name": "Take Oda home",
   "status": "new",
   "progress": [
    {
     "text": "Bring Oda back to Candlewick and ask Mother Sedge where she got the key.",
     "evidence": {"segmentIds":["s79"],"startMs":441587,"endMs":450969}
    }
   ],
   "evidence": {"segmentIds":["s79"],"startMs":441587,"endMs":450969}
  }
 ],
 "openThreads": [
  {
   "text": "Oda opened her hand and showed the bronze clapper, which she had taken out because it was calling him.",
   "evidence": {"segmentIds":["s81"],"startMs":455145,"endMs":466404}
  },
  {
   "text": "Who, or what, is behind the chapel door?",
   "evidence": {"segmentIds":["s69","s73","s78"],"startMs":391326,"endMs":441287}
  },
  {
   "text": "How did Mother Sedge come by the key to a door that was locked from the inside?",
   "evidence": {"segmentIds":["s34","s35","s79"],"startMs":199725,"endMs":450969}
  },
  {
   "text": "Who carved the fresh mark of the Ash Wardens this week?",
   "evidence": {"segmentIds":["s49","s50","s78"],"startMs":273955,"endMs":441287}
  }
 ],
 "decisions": [
  {
   "text": "To enter through the window and not open the door, because somebody had locked something out.",
   "evidence": {"segmentIds":["s53","s54"],"startMs":298484,"endMs":309484}
  },
  {"text":"To break the key off in the lock.","evidence":{"segmentIds":["s72"],"startMs":402443,"endMs":409244}},
  {"text":"To take Oda home to Candlewick tonight.","evidence":{"segmentIds":["s79"],"startMs":441587,"endMs":450969}}
 ],
 "characterMoments": [
  {
   "character": "Brannoc",
   "text": "He met Mother Sedge’s fear with the story of his grandmother’s burned mill, and later heard that grandmother’s voice behind the door.",
   "evidence": {"segmentIds":["s27","s73","s74"],"startMs":155162,"endMs":420398}
  },
  {
   "character": "Vesper",
   "text": "She tried to steal what she could have asked for.",
   "evidence": {"segmentIds":["s28","s31"],"startMs":167747,"endMs":191703}
  },
  {
   "character": "Ulf",
   "text": "He is afraid of all geese, and still held Bishop in front of him like a shield.",
   "evidence": {"segmentIds":["s14","s76"],"startMs":76402,"endMs":429599}
  }
 ],
 "combats": [],
 "toConfirm": [],
 "warnings": []
};
