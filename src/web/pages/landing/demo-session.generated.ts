// Made by `npm run generated` from src/server/sample/session.vtt and src/setup/demo/edited-notes.ts. Changes here are lost.
import type { DemoSession } from './demo-session.ts';

export const demoSession: DemoSession = {
 "transcript": {
  "timing": "measured",
  "durationMs": 480117,
  "speakers": [
   {
    "id": "p1",
    "label": "Ines",
    "role": "unknown",
    "playerCharacterId": null,
    "talkMs": 265313
   },
   {
    "id": "p2",
    "label": "Theo",
    "role": "unknown",
    "playerCharacterId": null,
    "talkMs": 48855
   },
   {
    "id": "p3",
    "label": "Jonas",
    "role": "unknown",
    "playerCharacterId": null,
    "talkMs": 62076
   },
   {
    "id": "p4",
    "label": "Priya",
    "role": "unknown",
    "playerCharacterId": null,
    "talkMs": 58773
   }
  ],
  "segments": [
   {
    "id": "s1",
    "startMs": 300,
    "endMs": 5741,
    "speakerId": "p1",
    "text": "All right, has everybody got a drink? Theo, dice away from the cat, please.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s2",
    "startMs": 6041,
    "endMs": 9617,
    "speakerId": "p2",
    "text": "The cat is on the dice. There is a difference.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s3",
    "startMs": 9917,
    "endMs": 22267,
    "speakerId": "p1",
    "text": "Good evening, then. Last time we left off, you had come down from the hills with a borrowed wagon, you owed a miller eleven silver, and somebody had set a barn on fire.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s4",
    "startMs": 22567,
    "endMs": 24207,
    "speakerId": "p3",
    "text": "It was a shed.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s5",
    "startMs": 24507,
    "endMs": 27438,
    "speakerId": "p4",
    "text": "It was a barn when we got there.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s6",
    "startMs": 27738,
    "endMs": 30633,
    "speakerId": "p1",
    "text": "And that is where we left off.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s7",
    "startMs": 32033,
    "endMs": 46929,
    "speakerId": "p1",
    "text": "It is dusk when you reach Candlewick, a village on stilts at the edge of the Grey Fen. There is a lamp in every window, and every lamp burns blue. And out there, under the water, a bell is ringing.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s8",
    "startMs": 47229,
    "endMs": 48546,
    "speakerId": "p2",
    "text": "Under the water?",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s9",
    "startMs": 48846,
    "endMs": 52469,
    "speakerId": "p1",
    "text": "Under the water. You feel it in your teeth.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s10",
    "startMs": 52769,
    "endMs": 58926,
    "speakerId": "p4",
    "text": "I don't like that. Vesper looks for whoever is in charge. Or whoever is drunk, either will do.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s11",
    "startMs": 59226,
    "endMs": 70848,
    "speakerId": "p1",
    "text": "On the porch of the ferry house sits an old woman called Mother Sedge, who guts eels without looking at them. Beside her stands the largest goose you have ever seen.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s12",
    "startMs": 71548,
    "endMs": 72543,
    "speakerId": "p2",
    "text": "Oh no.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s13",
    "startMs": 72843,
    "endMs": 76102,
    "speakerId": "p1",
    "text": "Theo, remind us what Ulf is afraid of?",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s14",
    "startMs": 76402,
    "endMs": 80301,
    "speakerId": "p3",
    "text": "Geese. He wrote it down. Under flaws it says, geese, all.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s15",
    "startMs": 80601,
    "endMs": 86435,
    "speakerId": "p2",
    "text": "I was nine years old, there were six of them, and nobody came to help me. (laughs)",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s16",
    "startMs": 88935,
    "endMs": 100921,
    "speakerId": "p1",
    "text": "Mother Sedge looks up. \"Three nights it has rung,\" she says. \"The chapel of Saint Ambrel went down forty years ago, and there was no clapper in that bell when it sank.\"",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s17",
    "startMs": 101221,
    "endMs": 104474,
    "speakerId": "p4",
    "text": "So who is ringing the bell of Saint Ambrel?",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s18",
    "startMs": 104774,
    "endMs": 117488,
    "speakerId": "p1",
    "text": "\"That is what I would pay to know. If you can bring me the clapper of that bell, I carry you over the Grey Fen for nothing, and I never carry anybody for nothing.\"",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s19",
    "startMs": 117788,
    "endMs": 121364,
    "speakerId": "p3",
    "text": "Brannoc asks what happened to the last people she sent.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s20",
    "startMs": 121664,
    "endMs": 126014,
    "speakerId": "p1",
    "text": "She points at the goose with her knife. \"Bishop came back.\"",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s21",
    "startMs": 126314,
    "endMs": 128277,
    "speakerId": "p2",
    "text": "The goose is called Bishop?",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s22",
    "startMs": 128577,
    "endMs": 133290,
    "speakerId": "p1",
    "text": "The goose is called Bishop, and Bishop is looking at you, Ulf.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s23",
    "startMs": 133590,
    "endMs": 136198,
    "speakerId": "p4",
    "text": "Can I tell whether she is lying?",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s24",
    "startMs": 136898,
    "endMs": 137976,
    "speakerId": "p1",
    "text": "Roll insight.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s25",
    "startMs": 141176,
    "endMs": 141848,
    "speakerId": "p4",
    "text": "Seventeen.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s26",
    "startMs": 142148,
    "endMs": 154862,
    "speakerId": "p1",
    "text": "She is not lying. She is frightened, and she hides it well. You notice a key on a red cord around her neck, and her hand goes to it every time the bell rings.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s27",
    "startMs": 155162,
    "endMs": 167447,
    "speakerId": "p3",
    "text": "I put my hand on hers and I say, my grandmother had that look when our mill burned down. We will go down there, and we will come back and tell you the truth, whatever it is.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s28",
    "startMs": 167747,
    "endMs": 171001,
    "speakerId": "p4",
    "text": "That is so kind. Meanwhile I steal the key.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s29",
    "startMs": 171701,
    "endMs": 172373,
    "speakerId": "p3",
    "text": "Priya!",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s30",
    "startMs": 172673,
    "endMs": 177217,
    "speakerId": "p4",
    "text": "I borrow it! Sleight of hand, and that is a natural one. (laughs)",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s31",
    "startMs": 179717,
    "endMs": 191703,
    "speakerId": "p1",
    "text": "Bishop bites you, Vesper, for two points of damage. The key stays where it is. Mother Sedge says, without looking up, \"You could have asked.\" And she holds it out to you.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s32",
    "startMs": 192003,
    "endMs": 193321,
    "speakerId": "p2",
    "text": "I love her.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s33",
    "startMs": 193621,
    "endMs": 199425,
    "speakerId": "p1",
    "text": "\"It opens the chapel door,\" says Mother Sedge. \"My sister locked it from the inside.\"",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s34",
    "startMs": 199725,
    "endMs": 204914,
    "speakerId": "p3",
    "text": "Hold on. If she locked it from the inside, how do you have the key?",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s35",
    "startMs": 205214,
    "endMs": 207746,
    "speakerId": "p1",
    "text": "She goes back to her eels.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s36",
    "startMs": 208046,
    "endMs": 210331,
    "speakerId": "p4",
    "text": "Now I like it even less.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s37",
    "startMs": 210631,
    "endMs": 221527,
    "speakerId": "p1",
    "text": "An hour later you row out on the fen in a borrowed boat. The fog closes behind you, and the blue lamps of Candlewick go out, one after another.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s38",
    "startMs": 221827,
    "endMs": 226370,
    "speakerId": "p2",
    "text": "Ulf rows. Ulf rows away from the goose as fast as he can.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s39",
    "startMs": 226670,
    "endMs": 229202,
    "speakerId": "p1",
    "text": "The goose is in the boat.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s40",
    "startMs": 229502,
    "endMs": 233078,
    "speakerId": "p2",
    "text": "What do you mean, the goose is in the boat?",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s41",
    "startMs": 233378,
    "endMs": 238092,
    "speakerId": "p1",
    "text": "Bishop sits in the bow like a figurehead and looks straight ahead.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s42",
    "startMs": 238392,
    "endMs": 241000,
    "speakerId": "p2",
    "text": "Then I row very, very politely. (laughs)",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s43",
    "startMs": 243500,
    "endMs": 247398,
    "speakerId": "p3",
    "text": "Does anybody want the last slice of pizza, by the way?",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s44",
    "startMs": 247698,
    "endMs": 251274,
    "speakerId": "p4",
    "text": "Only if it is not the one with the pineapple.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s45",
    "startMs": 251574,
    "endMs": 265742,
    "speakerId": "p1",
    "text": "In the middle of the lake the top of a bell tower stands out of the water, no taller than a man. The water around it is warm, and somebody has carved a burning hand above the window.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s46",
    "startMs": 266042,
    "endMs": 268005,
    "speakerId": "p3",
    "text": "Do I know that sign?",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s47",
    "startMs": 268705,
    "endMs": 269782,
    "speakerId": "p1",
    "text": "Roll religion.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s48",
    "startMs": 272982,
    "endMs": 273655,
    "speakerId": "p3",
    "text": "Fourteen.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s49",
    "startMs": 273955,
    "endMs": 289214,
    "speakerId": "p1",
    "text": "It is the mark of the Ash Wardens, an order that kept the fires along the coast. Nobody has seen one of the Ash Wardens since the war. But the carving is fresh, and there is still dust in the cuts.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s50",
    "startMs": 289514,
    "endMs": 293735,
    "speakerId": "p4",
    "text": "So somebody was here this week, with a chisel and a boat.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s51",
    "startMs": 294035,
    "endMs": 295353,
    "speakerId": "p2",
    "text": "Or a goose.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s52",
    "startMs": 295653,
    "endMs": 298184,
    "speakerId": "p1",
    "text": "It was not the goose, Theo.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s53",
    "startMs": 298484,
    "endMs": 307222,
    "speakerId": "p4",
    "text": "Let's go in through the window and leave the door alone. If somebody locked it from the inside, I want to know what they locked out.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s54",
    "startMs": 307522,
    "endMs": 309484,
    "speakerId": "p3",
    "text": "Agreed, nobody opens the door.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s55",
    "startMs": 309784,
    "endMs": 312393,
    "speakerId": "p2",
    "text": "Agreed. Can we also leave the goose?",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s56",
    "startMs": 312693,
    "endMs": 332315,
    "speakerId": "p1",
    "text": "You climb through the window of the tower, and the stairs lead you down to the chapel. The water does not follow you. It stands in the windows like glass, and fish look in. Forty candles burn on the altar, all of them blue, and above them hangs the bell of Saint Ambrel.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s57",
    "startMs": 332615,
    "endMs": 334901,
    "speakerId": "p2",
    "text": "And it rings without a clapper?",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s58",
    "startMs": 335201,
    "endMs": 344642,
    "speakerId": "p1",
    "text": "Under the bell stands a young woman who strikes it with her bare hand, and she looks exactly like Mother Sedge. Her knuckles are bleeding.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s59",
    "startMs": 344942,
    "endMs": 346259,
    "speakerId": "p3",
    "text": "That's the sister.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s60",
    "startMs": 346559,
    "endMs": 352728,
    "speakerId": "p1",
    "text": "\"Is the tide out?\" she asks you. \"I promised to ring until the tide is out.\"",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s61",
    "startMs": 353028,
    "endMs": 354990,
    "speakerId": "p3",
    "text": "When did she promise that?",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s62",
    "startMs": 355290,
    "endMs": 356731,
    "speakerId": "p1",
    "text": "Forty years ago.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s63",
    "startMs": 357031,
    "endMs": 365446,
    "speakerId": "p3",
    "text": "I kneel down beside her and I say, the tide is out. You kept your promise, and your sister sent us to bring you home.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s64",
    "startMs": 365746,
    "endMs": 368677,
    "speakerId": "p2",
    "text": "You can't make me cry on a Tuesday.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s65",
    "startMs": 368977,
    "endMs": 372963,
    "speakerId": "p1",
    "text": "Give me persuasion, and take advantage, because that was lovely.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s66",
    "startMs": 373663,
    "endMs": 374335,
    "speakerId": "p3",
    "text": "Twenty-three!",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s67",
    "startMs": 374635,
    "endMs": 388440,
    "speakerId": "p1",
    "text": "She lowers her hand. \"My name is Oda,\" she says. \"Oda Sedge.\" For the first time in three nights the bell is silent. And then, from the other side of the locked door, somebody knocks three times.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s68",
    "startMs": 388740,
    "endMs": 391026,
    "speakerId": "p4",
    "text": "The door that we don't open.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s69",
    "startMs": 391326,
    "endMs": 397494,
    "speakerId": "p1",
    "text": "\"He has been very polite so far,\" says Oda. \"He says that he is the ferryman.\"",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s70",
    "startMs": 397794,
    "endMs": 400402,
    "speakerId": "p2",
    "text": "I thought Mother Sedge was the ferryman.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s71",
    "startMs": 400702,
    "endMs": 402143,
    "speakerId": "p1",
    "text": "So did she.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s72",
    "startMs": 402443,
    "endMs": 409244,
    "speakerId": "p4",
    "text": "I hate this, I love this, I hate this. Vesper puts the key into the lock and breaks it off.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s73",
    "startMs": 409544,
    "endMs": 417167,
    "speakerId": "p1",
    "text": "It snaps. The knocking stops. And a voice behind the door says, very friendly, \"Brannoc, did you remember the bread?\"",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s74",
    "startMs": 417467,
    "endMs": 420398,
    "speakerId": "p3",
    "text": "That is my grandmother. My grandmother is dead!",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s75",
    "startMs": 421098,
    "endMs": 422175,
    "speakerId": "p1",
    "text": "She is.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s76",
    "startMs": 422475,
    "endMs": 429599,
    "speakerId": "p2",
    "text": "Ulf picks up Bishop and holds him in front of him like a shield. I want that in the notes. (laughs)",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s77",
    "startMs": 432099,
    "endMs": 433540,
    "speakerId": "p1",
    "text": "Bishop allows it.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s78",
    "startMs": 433840,
    "endMs": 441287,
    "speakerId": "p4",
    "text": "We still don't know who carved the mark of the Ash Wardens, and I really don't know who is behind that door.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s79",
    "startMs": 441587,
    "endMs": 450969,
    "speakerId": "p3",
    "text": "So the plan is, we take Oda home to Candlewick tonight, we ask Mother Sedge where she got the key, and nobody says the word bread ever again.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s80",
    "startMs": 451269,
    "endMs": 454845,
    "speakerId": "p2",
    "text": "And the clapper? She only pays us for the clapper.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s81",
    "startMs": 455145,
    "endMs": 466404,
    "speakerId": "p1",
    "text": "Oda opens her other hand, and in it lies a lump of bronze as long as a finger. \"I had to take it out,\" she says. \"It was calling him.\"",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s82",
    "startMs": 467804,
    "endMs": 471063,
    "speakerId": "p1",
    "text": "And that is where we stop for tonight.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s83",
    "startMs": 471763,
    "endMs": 472436,
    "speakerId": "p2",
    "text": "No!",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s84",
    "startMs": 472736,
    "endMs": 474376,
    "speakerId": "p3",
    "text": "You can't stop there.",
    "originalText": null,
    "confidence": null
   },
   {
    "id": "s85",
    "startMs": 474676,
    "endMs": 480117,
    "speakerId": "p1",
    "text": "Same time next Tuesday. And somebody please take the dice away from the cat.",
    "originalText": null,
    "confidence": null
   }
  ]
 },
 "results": {
  "edited": {
   "kind": "highlights",
   "detailLevel": "comprehensive",
   "title": "The bell of Saint Ambrel",
   "shortSummary": "Sent by an old ferrywoman for the clapper of a drowned bell, the party finds her sister ringing it with her bare hand. Somebody is still behind the locked door.",
   "summary": "### Candlewick, and a bell under the water\n\n- Vesper (Priya): “It was a barn when we got there.”\n- Ines: “And that is where we left off. It is dusk when you reach Candlewick, a village on stilts at the edge of the Grey Fen.”\n- Ines: “On the porch of the ferry house sits an old woman called Mother Sedge, who guts eels without looking at them. Beside her stands the largest goose you have ever seen.”\n- Vesper reaches for the key on Mother Sedge’s red cord, rolls a natural one and is bitten by Bishop, who is a goose. Mother Sedge hands her the key anyway: “You could have asked.”\n- Ines: “Mother Sedge says, without looking up, ‘You could have asked.’ And she holds it out to you.”\n- Ines: “‘It opens the chapel door,’ says Mother Sedge. ‘My sister locked it from the inside.’”\n\n### Out on the Grey Fen\n\n- Ines: “It is the mark of the Ash Wardens, an order that kept the fires along the coast. Nobody has seen one of the Ash Wardens since the war.”\n- Brannoc knows the burning hand: the mark of the Ash Wardens, whom nobody has seen since the war. The carving is fresh.\n- They leave the locked door alone and climb in by the window.\n- Ulf (Theo): “Agreed. Can we also leave the goose?”\n\n### Until the tide is out\n\n- Ines: “You climb through the window of the tower, and the stairs lead you down to the chapel. The water does not follow you. It stands in the windows like glass, and fish look in. Forty candles burn on the altar, all of them blue, and above them hangs the bell of Saint Ambrel.”\n- Ines: “Under the bell stands a young woman who strikes it with her bare hand, and she looks exactly like Mother Sedge.”\n- Oda promised to ring until the tide is out, forty years ago. Brannoc kneels down, tells her that it is, and the bell is silent.\n- Ines: “‘My name is Oda,’ she says. ‘Oda Sedge.’ For the first time in three nights the bell is silent. And then, from the other side of the locked door, somebody knocks three times.”\n- Three knocks on the other side of the locked door. Vesper breaks the key off in the lock, and a voice behind it asks: “Brannoc, did you remember the bread?” It is his grandmother’s. She is dead.\n- Vesper (Priya): “Vesper puts the key into the lock and breaks it off.”\n- Ines: “It snaps. The knocking stops. And a voice behind the door says, very friendly, ‘Brannoc, did you remember the bread?’”\n- Ines: “Oda opens her other hand, and in it lies a lump of bronze as long as a finger. ‘I had to take it out,’ she says.”\n- Oda has had the clapper all along.",
   "previouslyOn": "",
   "lines": {
    "shortSummary": [
     {
      "text": "Sent by an old ferrywoman for the clapper of a drowned bell, the party finds her sister ringing it with her bare hand.",
      "evidence": {
       "segmentIds": [
        "s18",
        "s58"
       ],
       "startMs": 104774,
       "endMs": 344642
      }
     },
     {
      "text": "Somebody is still behind the locked door.",
      "evidence": {
       "segmentIds": [
        "s78"
       ],
       "startMs": 433840,
       "endMs": 441287
      }
     }
    ],
    "summary": [
     {
      "text": "Vesper (Priya): “It was a barn when we got there.”",
      "evidence": {
       "segmentIds": [
        "s5"
       ],
       "startMs": 24507,
       "endMs": 27438
      }
     },
     {
      "text": "Ines: “And that is where we left off. It is dusk when you reach Candlewick, a village on stilts at the edge of the Grey Fen.”",
      "evidence": {
       "segmentIds": [
        "s6",
        "s7"
       ],
       "startMs": 27738,
       "endMs": 46929
      }
     },
     {
      "text": "Ines: “On the porch of the ferry house sits an old woman called Mother Sedge, who guts eels without looking at them. Beside her stands the largest goose you have ever seen.”",
      "evidence": {
       "segmentIds": [
        "s11"
       ],
       "startMs": 59226,
       "endMs": 70848
      }
     },
     {
      "text": "Vesper reaches for the key on Mother Sedge’s red cord, rolls a natural one and is bitten by Bishop, who is a goose. Mother Sedge hands her the key anyway: “You could have asked.”",
      "evidence": {
       "segmentIds": [
        "s30",
        "s31"
       ],
       "startMs": 172673,
       "endMs": 191703
      }
     },
     {
      "text": "Ines: “Mother Sedge says, without looking up, ‘You could have asked.’ And she holds it out to you.”",
      "evidence": {
       "segmentIds": [
        "s31"
       ],
       "startMs": 179717,
       "endMs": 191703
      }
     },
     {
      "text": "Ines: “‘It opens the chapel door,’ says Mother Sedge. ‘My sister locked it from the inside.’”",
      "evidence": {
       "segmentIds": [
        "s33"
       ],
       "startMs": 193621,
       "endMs": 199425
      }
     },
     {
      "text": "Ines: “It is the mark of the Ash Wardens, an order that kept the fires along the coast. Nobody has seen one of the Ash Wardens since the war.”",
      "evidence": {
       "segmentIds": [
        "s49"
       ],
       "startMs": 273955,
       "endMs": 289214
      }
     },
     {
      "text": "Brannoc knows the burning hand: the mark of the Ash Wardens, whom nobody has seen since the war. The carving is fresh.",
      "evidence": {
       "segmentIds": [
        "s49"
       ],
       "startMs": 273955,
       "endMs": 289214
      }
     },
     {
      "text": "They leave the locked door alone and climb in by the window.",
      "evidence": {
       "segmentIds": [
        "s53",
        "s56"
       ],
       "startMs": 298484,
       "endMs": 332315
      }
     },
     {
      "text": "Ulf (Theo): “Agreed. Can we also leave the goose?”",
      "evidence": {
       "segmentIds": [
        "s55"
       ],
       "startMs": 309784,
       "endMs": 312393
      }
     },
     {
      "text": "Ines: “You climb through the window of the tower, and the stairs lead you down to the chapel. The water does not follow you. It stands in the windows like glass, and fish look in. Forty candles burn on the altar, all of them blue, and above them hangs the bell of Saint Ambrel.”",
      "evidence": {
       "segmentIds": [
        "s56"
       ],
       "startMs": 312693,
       "endMs": 332315
      }
     },
     {
      "text": "Ines: “Under the bell stands a young woman who strikes it with her bare hand, and she looks exactly like Mother Sedge.”",
      "evidence": {
       "segmentIds": [
        "s58"
       ],
       "startMs": 335201,
       "endMs": 344642
      }
     },
     {
      "text": "Oda promised to ring until the tide is out, forty years ago. Brannoc kneels down, tells her that it is, and the bell is silent.",
      "evidence": {
       "segmentIds": [
        "s60",
        "s62",
        "s63",
        "s67"
       ],
       "startMs": 346559,
       "endMs": 388440
      }
     },
     {
      "text": "Ines: “‘My name is Oda,’ she says. ‘Oda Sedge.’ For the first time in three nights the bell is silent. And then, from the other side of the locked door, somebody knocks three times.”",
      "evidence": {
       "segmentIds": [
        "s67"
       ],
       "startMs": 374635,
       "endMs": 388440
      }
     },
     {
      "text": "Three knocks on the other side of the locked door. Vesper breaks the key off in the lock, and a voice behind it asks: “Brannoc, did you remember the bread?” It is his grandmother’s. She is dead.",
      "evidence": {
       "segmentIds": [
        "s67",
        "s72",
        "s73",
        "s74"
       ],
       "startMs": 374635,
       "endMs": 420398
      }
     },
     {
      "text": "Vesper (Priya): “Vesper puts the key into the lock and breaks it off.”",
      "evidence": {
       "segmentIds": [
        "s72"
       ],
       "startMs": 402443,
       "endMs": 409244
      }
     },
     {
      "text": "Ines: “It snaps. The knocking stops. And a voice behind the door says, very friendly, ‘Brannoc, did you remember the bread?’”",
      "evidence": {
       "segmentIds": [
        "s73"
       ],
       "startMs": 409544,
       "endMs": 417167
      }
     },
     {
      "text": "Ines: “Oda opens her other hand, and in it lies a lump of bronze as long as a finger. ‘I had to take it out,’ she says.”",
      "evidence": {
       "segmentIds": [
        "s81"
       ],
       "startMs": 455145,
       "endMs": 466404
      }
     },
     {
      "text": "Oda has had the clapper all along.",
      "evidence": {
       "segmentIds": [
        "s81"
       ],
       "startMs": 455145,
       "endMs": 466404
      }
     }
    ],
    "previouslyOn": []
   },
   "glance": [],
   "scenes": [],
   "memorableMoments": [
    {
     "description": "I was nine years old, there were six of them, and nobody came to help me.",
     "isQuote": true,
     "speaker": "Theo",
     "context": "Why Ulf is afraid of geese.",
     "evidence": {
      "segmentIds": [
       "s15"
      ],
      "startMs": 80601,
      "endMs": 86435
     }
    },
    {
     "description": "You can't make me cry on a Tuesday.",
     "isQuote": true,
     "speaker": "Theo",
     "context": "When Brannoc tells Oda that she kept her promise.",
     "evidence": {
      "segmentIds": [
       "s64"
      ],
      "startMs": 365746,
      "endMs": 368677
     }
    },
    {
     "description": "Ulf picks up Bishop and holds him in front of him like a shield.",
     "isQuote": true,
     "speaker": "Theo",
     "context": "He wanted that in the notes.",
     "evidence": {
      "segmentIds": [
       "s76"
      ],
      "startMs": 422475,
      "endMs": 429599
     }
    }
   ],
   "npcs": [
    {
     "name": "Mother Sedge",
     "description": "Carries people over the fen. Frightened, and hides it well.",
     "isNew": true,
     "evidence": {
      "segmentIds": [
       "s11",
       "s26"
      ],
      "startMs": 59226,
      "endMs": 154862
     },
     "presence": "met"
    },
    {
     "name": "Oda Sedge",
     "description": "Her sister. Looks as young as forty years ago.",
     "isNew": true,
     "evidence": {
      "segmentIds": [
       "s58",
       "s62",
       "s67"
      ],
      "startMs": 335201,
      "endMs": 388440
     },
     "presence": "met"
    },
    {
     "name": "Bishop",
     "description": "The largest goose that anybody has seen. Came back; the others did not.",
     "isNew": true,
     "evidence": {
      "segmentIds": [
       "s11",
       "s20"
      ],
      "startMs": 59226,
      "endMs": 126014
     },
     "presence": "met"
    },
    {
     "name": "The ferryman",
     "description": "Knocks three times. Very polite so far.",
     "isNew": true,
     "evidence": {
      "segmentIds": [
       "s67",
       "s69"
      ],
      "startMs": 374635,
      "endMs": 397494
     },
     "presence": "met"
    }
   ],
   "locations": [
    {
     "name": "Candlewick",
     "description": "A village on stilts. Every lamp burns blue.",
     "isNew": true,
     "evidence": {
      "segmentIds": [
       "s7"
      ],
      "startMs": 32033,
      "endMs": 46929
     }
    },
    {
     "name": "Grey Fen",
     "description": "Where the blue lamps go out, one after another.",
     "isNew": false,
     "evidence": {
      "segmentIds": [
       "s37"
      ],
      "startMs": 210631,
      "endMs": 221527
     }
    },
    {
     "name": "Chapel of Saint Ambrel",
     "description": "Sank forty years ago. The water stands in its windows like glass.",
     "isNew": true,
     "evidence": {
      "segmentIds": [
       "s16",
       "s56"
      ],
      "startMs": 88935,
      "endMs": 332315
     }
    }
   ],
   "items": [
    {
     "name": "Mother Sedge’s key",
     "description": "Opens the chapel door. Broken off in its lock.",
     "isNew": true,
     "evidence": {
      "segmentIds": [
       "s33",
       "s73"
      ],
      "startMs": 193621,
      "endMs": 417167
     }
    },
    {
     "name": "The clapper",
     "description": "Oda took it out because it was calling him.",
     "isNew": true,
     "evidence": {
      "segmentIds": [
       "s81"
      ],
      "startMs": 455145,
      "endMs": 466404
     }
    }
   ],
   "factions": [
    {
     "name": "Ash Wardens",
     "description": "Kept the fires along the coast. Their mark: a burning hand.",
     "isNew": true,
     "evidence": {
      "segmentIds": [
       "s45",
       "s49"
      ],
      "startMs": 251574,
      "endMs": 289214
     }
    }
   ],
   "quests": [],
   "openThreads": [
    {
     "text": "How could Mother Sedge have a key to a door that was locked from the inside?",
     "evidence": {
      "segmentIds": [
       "s34"
      ],
      "startMs": 199725,
      "endMs": 204914
     }
    },
    {
     "text": "Who carved the mark of the Ash Wardens this week?",
     "evidence": {
      "segmentIds": [
       "s50",
       "s78"
      ],
      "startMs": 289514,
      "endMs": 441287
     }
    },
    {
     "text": "Who is behind the door, and how does he know about the bread?",
     "evidence": {
      "segmentIds": [
       "s73",
       "s78"
      ],
      "startMs": 409544,
      "endMs": 441287
     }
    }
   ],
   "decisions": [
    {
     "text": "Take Oda home to Candlewick tonight, and ask Mother Sedge where she got the key.",
     "evidence": {
      "segmentIds": [
       "s79"
      ],
      "startMs": 441587,
      "endMs": 450969
     }
    }
   ],
   "characterMoments": [],
   "combats": [],
   "toConfirm": [],
   "warnings": []
  },
  "brief": {
   "kind": "highlights",
   "detailLevel": "brief",
   "title": "Mother Sedge and Oda",
   "shortSummary": "Ines: “On the porch of the ferry house sits an old woman called Mother Sedge, who guts eels without looking at them. Beside her stands the largest goose you have ever seen.”\n\nInes: “Forty candles burn on the altar, all of them blue, and above them hangs the bell of Saint Ambrel.”\n\nInes: “Under the bell stands a young woman who strikes it with her bare hand, and she looks exactly like Mother Sedge.”",
   "summary": "### “It is dusk when you reach Candlewick”\n\n- Ines: “On the porch of the ferry house sits an old woman called Mother Sedge, who guts eels without looking at them. Beside her stands the largest goose you have ever seen.”\n\n### “Forty candles burn on the altar”\n\n- Ines: “Forty candles burn on the altar, all of them blue, and above them hangs the bell of Saint Ambrel.”\n- Ines: “Under the bell stands a young woman who strikes it with her bare hand, and she looks exactly like Mother Sedge.”\n\n### “Oda opens her other hand”\n\n- Ines: “‘My name is Oda,’ she says. ‘Oda Sedge.’ For the first time in three nights the bell is silent. And then, from the other side of the locked door, somebody knocks three times.”",
   "previouslyOn": "",
   "lines": {
    "shortSummary": [
     {
      "text": "Ines: “On the porch of the ferry house sits an old woman called Mother Sedge, who guts eels without looking at them. Beside her stands the largest goose you have ever seen.”",
      "evidence": {
       "segmentIds": [
        "s11"
       ],
       "startMs": 59226,
       "endMs": 70848
      }
     },
     {
      "text": "Ines: “Forty candles burn on the altar, all of them blue, and above them hangs the bell of Saint Ambrel.”",
      "evidence": {
       "segmentIds": [
        "s56"
       ],
       "startMs": 312693,
       "endMs": 332315
      }
     },
     {
      "text": "Ines: “Under the bell stands a young woman who strikes it with her bare hand, and she looks exactly like Mother Sedge.”",
      "evidence": {
       "segmentIds": [
        "s58"
       ],
       "startMs": 335201,
       "endMs": 344642
      }
     }
    ],
    "summary": [
     {
      "text": "Ines: “On the porch of the ferry house sits an old woman called Mother Sedge, who guts eels without looking at them. Beside her stands the largest goose you have ever seen.”",
      "evidence": {
       "segmentIds": [
        "s11"
       ],
       "startMs": 59226,
       "endMs": 70848
      }
     },
     {
      "text": "Ines: “Forty candles burn on the altar, all of them blue, and above them hangs the bell of Saint Ambrel.”",
      "evidence": {
       "segmentIds": [
        "s56"
       ],
       "startMs": 312693,
       "endMs": 332315
      }
     },
     {
      "text": "Ines: “Under the bell stands a young woman who strikes it with her bare hand, and she looks exactly like Mother Sedge.”",
      "evidence": {
       "segmentIds": [
        "s58"
       ],
       "startMs": 335201,
       "endMs": 344642
      }
     },
     {
      "text": "Ines: “‘My name is Oda,’ she says. ‘Oda Sedge.’ For the first time in three nights the bell is silent. And then, from the other side of the locked door, somebody knocks three times.”",
      "evidence": {
       "segmentIds": [
        "s67"
       ],
       "startMs": 374635,
       "endMs": 388440
      }
     }
    ],
    "previouslyOn": []
   },
   "glance": [
    {
     "label": "Names heard",
     "entries": [
      {
       "text": "Mother Sedge (7 times)",
       "guessed": false,
       "evidence": {
        "segmentIds": [
         "s11"
        ],
        "startMs": 59226,
        "endMs": 70848
       }
      },
      {
       "text": "Ulf (5 times)",
       "guessed": false,
       "evidence": {
        "segmentIds": [
         "s13"
        ],
        "startMs": 72843,
        "endMs": 76102
       }
      },
      {
       "text": "Oda (5 times)",
       "guessed": false,
       "evidence": {
        "segmentIds": [
         "s67"
        ],
        "startMs": 374635,
        "endMs": 388440
       }
      },
      {
       "text": "Candlewick (3 times)",
       "guessed": false,
       "evidence": {
        "segmentIds": [
         "s7"
        ],
        "startMs": 32033,
        "endMs": 46929
       }
      },
      {
       "text": "Vesper (3 times)",
       "guessed": false,
       "evidence": {
        "segmentIds": [
         "s10"
        ],
        "startMs": 52769,
        "endMs": 58926
       }
      },
      {
       "text": "Saint Ambrel (3 times)",
       "guessed": false,
       "evidence": {
        "segmentIds": [
         "s16"
        ],
        "startMs": 88935,
        "endMs": 100921
       }
      },
      {
       "text": "Ash Wardens (3 times)",
       "guessed": false,
       "evidence": {
        "segmentIds": [
         "s49"
        ],
        "startMs": 273955,
        "endMs": 289214
       }
      },
      {
       "text": "Grey Fen (2 times)",
       "guessed": false,
       "evidence": {
        "segmentIds": [
         "s7"
        ],
        "startMs": 32033,
        "endMs": 46929
       }
      },
      {
       "text": "Brannoc (2 times)",
       "guessed": false,
       "evidence": {
        "segmentIds": [
         "s19"
        ],
        "startMs": 117788,
        "endMs": 121364
       }
      }
     ]
    },
    {
     "label": "Natural 20s and 1s spoken of",
     "entries": [
      {
       "text": "Vesper (Priya): “Sleight of hand, and that is a natural one.”",
       "guessed": false,
       "evidence": {
        "segmentIds": [
         "s30"
        ],
        "startMs": 172673,
        "endMs": 177217
       }
      }
     ]
    }
   ],
   "evening": {
    "chapters": [
     {
      "title": {
       "text": "It is dusk when you reach Candlewick",
       "evidence": {
        "segmentIds": [
         "s7"
        ],
        "startMs": 32033,
        "endMs": 46929
       }
      },
      "ownTitle": null,
      "place": null,
      "names": [],
      "startMs": 300,
      "endMs": 100921,
      "evidence": {
       "segmentIds": [
        "s1",
        "s16"
       ],
       "startMs": 300,
       "endMs": 100921
      }
     },
     {
      "title": {
       "text": "Forty candles burn on the altar",
       "evidence": {
        "segmentIds": [
         "s56"
        ],
        "startMs": 312693,
        "endMs": 332315
       }
      },
      "ownTitle": null,
      "place": null,
      "names": [
       "Ash Wardens",
       "Saint Ambrel"
      ],
      "startMs": 101221,
      "endMs": 368677,
      "evidence": {
       "segmentIds": [
        "s17",
        "s64"
       ],
       "startMs": 101221,
       "endMs": 368677
      }
     },
     {
      "title": {
       "text": "Oda opens her other hand",
       "evidence": {
        "segmentIds": [
         "s81"
        ],
        "startMs": 455145,
        "endMs": 466404
       }
      },
      "ownTitle": null,
      "place": null,
      "names": [
       "Oda"
      ],
      "startMs": 368977,
      "endMs": 471063,
      "evidence": {
       "segmentIds": [
        "s65",
        "s82"
       ],
       "startMs": 368977,
       "endMs": 471063
      }
     }
    ],
    "passages": [
     {
      "text": "It was a barn when we got there.",
      "speakerId": "p4",
      "speaker": "Vesper (Priya)",
      "startMs": 24507,
      "endMs": 27438,
      "rank": 10,
      "evidence": {
       "segmentIds": [
        "s5"
       ],
       "startMs": 24507,
       "endMs": 27438
      },
      "id": "s5.0",
      "chapter": 0,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "And that is where we left off. It is dusk when you reach Candlewick, a village on stilts at the edge of the Grey Fen.",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 27738,
      "endMs": 38536,
      "rank": 11,
      "evidence": {
       "segmentIds": [
        "s6",
        "s7"
       ],
       "startMs": 27738,
       "endMs": 46929
      },
      "id": "s6.0",
      "chapter": 0,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "On the porch of the ferry house sits an old woman called Mother Sedge, who guts eels without looking at them. Beside her stands the largest goose you have ever seen.",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 59226,
      "endMs": 70848,
      "rank": 2,
      "evidence": {
       "segmentIds": [
        "s11"
       ],
       "startMs": 59226,
       "endMs": 70848
      },
      "id": "s11.0",
      "chapter": 0,
      "shown": "page",
      "hidden": false
     },
     {
      "text": "Mother Sedge says, without looking up, \"You could have asked.\" And she holds it out to you.",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 185287,
      "endMs": 191703,
      "rank": 7,
      "evidence": {
       "segmentIds": [
        "s31"
       ],
       "startMs": 179717,
       "endMs": 191703
      },
      "id": "s31.79",
      "chapter": 1,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "\"It opens the chapel door,\" says Mother Sedge. \"My sister locked it from the inside.\"",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 193621,
      "endMs": 199425,
      "rank": 8,
      "evidence": {
       "segmentIds": [
        "s33"
       ],
       "startMs": 193621,
       "endMs": 199425
      },
      "id": "s33.0",
      "chapter": 1,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "It is the mark of the Ash Wardens, an order that kept the fires along the coast. Nobody has seen one of the Ash Wardens since the war.",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 273955,
      "endMs": 284334,
      "rank": 9,
      "evidence": {
       "segmentIds": [
        "s49"
       ],
       "startMs": 273955,
       "endMs": 289214
      },
      "id": "s49.0",
      "chapter": 1,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "Agreed. Can we also leave the goose?",
      "speakerId": "p2",
      "speaker": "Ulf (Theo)",
      "startMs": 309784,
      "endMs": 312393,
      "rank": 12,
      "evidence": {
       "segmentIds": [
        "s55"
       ],
       "startMs": 309784,
       "endMs": 312393
      },
      "id": "s55.0",
      "chapter": 1,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "You climb through the window of the tower, and the stairs lead you down to the chapel. The water does not follow you. It stands in the windows like glass, and fish look in.",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 312693,
      "endMs": 325193,
      "rank": 13,
      "evidence": {
       "segmentIds": [
        "s56"
       ],
       "startMs": 312693,
       "endMs": 332315
      },
      "id": "s56.0",
      "chapter": 1,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "Forty candles burn on the altar, all of them blue, and above them hangs the bell of Saint Ambrel.",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 325266,
      "endMs": 332315,
      "rank": 0,
      "evidence": {
       "segmentIds": [
        "s56"
       ],
       "startMs": 312693,
       "endMs": 332315
      },
      "id": "s56.173",
      "chapter": 1,
      "shown": "page",
      "hidden": false
     },
     {
      "text": "Under the bell stands a young woman who strikes it with her bare hand, and she looks exactly like Mother Sedge.",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 335201,
      "endMs": 342795,
      "rank": 1,
      "evidence": {
       "segmentIds": [
        "s58"
       ],
       "startMs": 335201,
       "endMs": 344642
      },
      "id": "s58.0",
      "chapter": 1,
      "shown": "page",
      "hidden": false
     },
     {
      "text": "\"My name is Oda,\" she says. \"Oda Sedge.\" For the first time in three nights the bell is silent. And then, from the other side of the locked door, somebody knocks three times.",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 376122,
      "endMs": 388440,
      "rank": 3,
      "evidence": {
       "segmentIds": [
        "s67"
       ],
       "startMs": 374635,
       "endMs": 388440
      },
      "id": "s67.21",
      "chapter": 2,
      "shown": "page",
      "hidden": false
     },
     {
      "text": "Vesper puts the key into the lock and breaks it off.",
      "speakerId": "p4",
      "speaker": "Vesper (Priya)",
      "startMs": 405358,
      "endMs": 409244,
      "rank": 4,
      "evidence": {
       "segmentIds": [
        "s72"
       ],
       "startMs": 402443,
       "endMs": 409244
      },
      "id": "s72.39",
      "chapter": 2,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "It snaps. The knocking stops. And a voice behind the door says, very friendly, \"Brannoc, did you remember the bread?\"",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 409544,
      "endMs": 417167,
      "rank": 5,
      "evidence": {
       "segmentIds": [
        "s73"
       ],
       "startMs": 409544,
       "endMs": 417167
      },
      "id": "s73.0",
      "chapter": 2,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "Oda opens her other hand, and in it lies a lump of bronze as long as a finger. \"I had to take it out,\" she says.",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 455145,
      "endMs": 464556,
      "rank": 6,
      "evidence": {
       "segmentIds": [
        "s81"
       ],
       "startMs": 455145,
       "endMs": 466404
      },
      "id": "s81.0",
      "chapter": 2,
      "shown": "more",
      "hidden": false
     }
    ],
    "pointers": [
     {
      "text": "On the porch of the ferry house sits an old woman called Mother Sedge, who guts eels without looking at them.",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 59226,
      "endMs": 66904,
      "rank": 0,
      "evidence": {
       "segmentIds": [
        "s11"
       ],
       "startMs": 59226,
       "endMs": 70848
      },
      "kind": "moment"
     },
     {
      "text": "Sleight of hand, and that is a natural one.",
      "speakerId": "p4",
      "speaker": "Vesper (Priya)",
      "startMs": 173582,
      "endMs": 176588,
      "rank": 1,
      "evidence": {
       "segmentIds": [
        "s30"
       ],
       "startMs": 172673,
       "endMs": 177217
      },
      "kind": "roll"
     }
    ],
    "names": [
     {
      "name": "Mother Sedge",
      "kind": "person",
      "isPlayed": false,
      "isThere": false,
      "count": 7,
      "heard": {
       "segmentIds": [
        "s11",
        "s16",
        "s31",
        "s33",
        "s58",
        "s70",
        "s79"
       ],
       "startsMs": [
        59226,
        88935,
        179717,
        193621,
        335201,
        397794,
        441587
       ]
      }
     },
     {
      "name": "Ulf",
      "kind": "person",
      "isPlayed": true,
      "isThere": false,
      "count": 5,
      "heard": {
       "segmentIds": [
        "s13",
        "s22",
        "s38",
        "s76"
       ],
       "startsMs": [
        72843,
        128577,
        221827,
        422475
       ]
      }
     },
     {
      "name": "Oda",
      "kind": "person",
      "isPlayed": false,
      "isThere": true,
      "count": 5,
      "heard": {
       "segmentIds": [
        "s67",
        "s69",
        "s79",
        "s81"
       ],
       "startsMs": [
        374635,
        391326,
        441587,
        455145
       ]
      }
     },
     {
      "name": "Candlewick",
      "kind": "location",
      "isPlayed": false,
      "isThere": false,
      "count": 3,
      "heard": {
       "segmentIds": [
        "s7",
        "s37",
        "s79"
       ],
       "startsMs": [
        32033,
        210631,
        441587
       ]
      }
     },
     {
      "name": "Vesper",
      "kind": "person",
      "isPlayed": true,
      "isThere": false,
      "count": 3,
      "heard": {
       "segmentIds": [
        "s10",
        "s31",
        "s72"
       ],
       "startsMs": [
        52769,
        179717,
        402443
       ]
      }
     },
     {
      "name": "Saint Ambrel",
      "kind": "person",
      "isPlayed": false,
      "isThere": false,
      "count": 3,
      "heard": {
       "segmentIds": [
        "s16",
        "s17",
        "s56"
       ],
       "startsMs": [
        88935,
        101221,
        312693
       ]
      }
     },
     {
      "name": "Ash Wardens",
      "kind": "faction",
      "isPlayed": false,
      "isThere": false,
      "count": 3,
      "heard": {
       "segmentIds": [
        "s49",
        "s78"
       ],
       "startsMs": [
        273955,
        433840
       ]
      }
     },
     {
      "name": "Grey Fen",
      "kind": "location",
      "isPlayed": false,
      "isThere": false,
      "count": 2,
      "heard": {
       "segmentIds": [
        "s7",
        "s18"
       ],
       "startsMs": [
        32033,
        104774
       ]
      }
     },
     {
      "name": "Brannoc",
      "kind": "person",
      "isPlayed": true,
      "isThere": false,
      "count": 2,
      "heard": {
       "segmentIds": [
        "s19",
        "s73"
       ],
       "startsMs": [
        117788,
        409544
       ]
      }
     }
    ],
    "timeline": {
     "stretchMs": 3000,
     "voices": [
      {
       "speakerId": "p1",
       "label": "Ines",
       "words": [
        14,
        0,
        0,
        33,
        0,
        0,
        0,
        0,
        0,
        7,
        40,
        0,
        0,
        0,
        0,
        0,
        9,
        0,
        0,
        31,
        0,
        0,
        0,
        0,
        8,
        0,
        0,
        0,
        0,
        32,
        0,
        0,
        0,
        0,
        34,
        0,
        0,
        0,
        0,
        0,
        11,
        0,
        12,
        0,
        0,
        2,
        0,
        34,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        32,
        0,
        0,
        0,
        0,
        15,
        0,
        0,
        0,
        6,
        0,
        29,
        0,
        0,
        0,
        0,
        6,
        0,
        12,
        0,
        0,
        0,
        0,
        0,
        38,
        0,
        0,
        0,
        0,
        0,
        2,
        0,
        41,
        0,
        0,
        0,
        0,
        0,
        0,
        6,
        0,
        0,
        0,
        0,
        0,
        53,
        0,
        0,
        0,
        0,
        0,
        0,
        25,
        0,
        0,
        0,
        16,
        0,
        0,
        3,
        0,
        0,
        0,
        10,
        0,
        37,
        0,
        0,
        0,
        0,
        0,
        16,
        0,
        0,
        3,
        0,
        0,
        20,
        0,
        0,
        0,
        2,
        0,
        0,
        0,
        3,
        0,
        0,
        0,
        0,
        0,
        0,
        30,
        0,
        0,
        0,
        8,
        0,
        0,
        14,
        0,
        0
       ]
      },
      {
       "speakerId": "p3",
       "label": "Jonas",
       "words": [
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        4,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        11,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        10,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        37,
        0,
        0,
        0,
        0,
        0,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        15,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        11,
        0,
        0,
        0,
        0,
        0,
        0,
        5,
        0,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        5,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        3,
        0,
        0,
        5,
        0,
        25,
        0,
        0,
        0,
        0,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        8,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        28,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        4,
        0,
        0,
        0
       ]
      },
      {
       "speakerId": "p4",
       "label": "Priya",
       "words": [
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        8,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        18,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        9,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        7,
        0,
        0,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        9,
        0,
        13,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        6,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        10,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        12,
        0,
        0,
        26,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        6,
        0,
        0,
        0,
        0,
        20,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        22,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0
       ]
      },
      {
       "speakerId": "p2",
       "label": "Theo",
       "words": [
        0,
        0,
        10,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        3,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        2,
        0,
        0,
        17,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        5,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        3,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        13,
        0,
        0,
        10,
        0,
        0,
        7,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        3,
        0,
        0,
        0,
        0,
        7,
        0,
        0,
        0,
        0,
        0,
        0,
        6,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        8,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        7,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        21,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        10,
        0,
        0,
        0,
        0,
        0,
        0,
        1,
        0,
        0,
        0
       ]
      }
     ],
     "dice": [
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      1,
      0,
      2,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0
     ],
     "laughter": [
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0
     ],
     "apart": [
      {
       "kind": "outside",
       "startMs": 471763,
       "endMs": 480117
      }
     ]
    },
    "missing": []
   },
   "scenes": [],
   "memorableMoments": [],
   "npcs": [
    {
     "name": "Oda",
     "description": "",
     "isNew": true,
     "presence": "met",
     "evidence": {
      "segmentIds": [
       "s67"
      ],
      "startMs": 374635,
      "endMs": 388440
     }
    }
   ],
   "locations": [],
   "items": [],
   "factions": [],
   "quests": [],
   "openThreads": [],
   "decisions": [],
   "characterMoments": [],
   "combats": [],
   "toConfirm": [],
   "warnings": []
  },
  "comprehensive": {
   "kind": "highlights",
   "detailLevel": "comprehensive",
   "title": "Mother Sedge and Oda",
   "shortSummary": "Ines: “Mother Sedge says, without looking up, ‘You could have asked.’ And she holds it out to you.”\n\nInes: “Under the bell stands a young woman who strikes it with her bare hand, and she looks exactly like Mother Sedge.”\n\nInes: “Oda opens her other hand, and in it lies a lump of bronze as long as a finger. ‘I had to take it out,’ she says.”",
   "summary": "### “It is dusk when you reach Candlewick”\n\n- Vesper (Priya): “It was a barn when we got there.”\n- Ines: “And that is where we left off. It is dusk when you reach Candlewick, a village on stilts at the edge of the Grey Fen.”\n- Ines: “On the porch of the ferry house sits an old woman called Mother Sedge, who guts eels without looking at them. Beside her stands the largest goose you have ever seen.”\n\n### “Forty candles burn on the altar”\n\n- Ines: “Mother Sedge says, without looking up, ‘You could have asked.’ And she holds it out to you.”\n- Ines: “‘It opens the chapel door,’ says Mother Sedge. ‘My sister locked it from the inside.’”\n- Ines: “It is the mark of the Ash Wardens, an order that kept the fires along the coast. Nobody has seen one of the Ash Wardens since the war.”\n- Ulf (Theo): “Agreed. Can we also leave the goose?”\n- Ines: “You climb through the window of the tower, and the stairs lead you down to the chapel. The water does not follow you. It stands in the windows like glass, and fish look in. Forty candles burn on the altar, all of them blue, and above them hangs the bell of Saint Ambrel.”\n- Ines: “Under the bell stands a young woman who strikes it with her bare hand, and she looks exactly like Mother Sedge.”\n\n### “Oda opens her other hand”\n\n- Ines: “‘My name is Oda,’ she says. ‘Oda Sedge.’ For the first time in three nights the bell is silent. And then, from the other side of the locked door, somebody knocks three times.”\n- Vesper (Priya): “Vesper puts the key into the lock and breaks it off.”\n- Ines: “It snaps. The knocking stops. And a voice behind the door says, very friendly, ‘Brannoc, did you remember the bread?’”\n- Ines: “Oda opens her other hand, and in it lies a lump of bronze as long as a finger. ‘I had to take it out,’ she says.”",
   "previouslyOn": "",
   "lines": {
    "shortSummary": [
     {
      "text": "Ines: “Mother Sedge says, without looking up, ‘You could have asked.’ And she holds it out to you.”",
      "evidence": {
       "segmentIds": [
        "s31"
       ],
       "startMs": 179717,
       "endMs": 191703
      }
     },
     {
      "text": "Ines: “Under the bell stands a young woman who strikes it with her bare hand, and she looks exactly like Mother Sedge.”",
      "evidence": {
       "segmentIds": [
        "s58"
       ],
       "startMs": 335201,
       "endMs": 344642
      }
     },
     {
      "text": "Ines: “Oda opens her other hand, and in it lies a lump of bronze as long as a finger. ‘I had to take it out,’ she says.”",
      "evidence": {
       "segmentIds": [
        "s81"
       ],
       "startMs": 455145,
       "endMs": 466404
      }
     }
    ],
    "summary": [
     {
      "text": "Vesper (Priya): “It was a barn when we got there.”",
      "evidence": {
       "segmentIds": [
        "s5"
       ],
       "startMs": 24507,
       "endMs": 27438
      }
     },
     {
      "text": "Ines: “And that is where we left off. It is dusk when you reach Candlewick, a village on stilts at the edge of the Grey Fen.”",
      "evidence": {
       "segmentIds": [
        "s6",
        "s7"
       ],
       "startMs": 27738,
       "endMs": 46929
      }
     },
     {
      "text": "Ines: “On the porch of the ferry house sits an old woman called Mother Sedge, who guts eels without looking at them. Beside her stands the largest goose you have ever seen.”",
      "evidence": {
       "segmentIds": [
        "s11"
       ],
       "startMs": 59226,
       "endMs": 70848
      }
     },
     {
      "text": "Ines: “Mother Sedge says, without looking up, ‘You could have asked.’ And she holds it out to you.”",
      "evidence": {
       "segmentIds": [
        "s31"
       ],
       "startMs": 179717,
       "endMs": 191703
      }
     },
     {
      "text": "Ines: “‘It opens the chapel door,’ says Mother Sedge. ‘My sister locked it from the inside.’”",
      "evidence": {
       "segmentIds": [
        "s33"
       ],
       "startMs": 193621,
       "endMs": 199425
      }
     },
     {
      "text": "Ines: “It is the mark of the Ash Wardens, an order that kept the fires along the coast. Nobody has seen one of the Ash Wardens since the war.”",
      "evidence": {
       "segmentIds": [
        "s49"
       ],
       "startMs": 273955,
       "endMs": 289214
      }
     },
     {
      "text": "Ulf (Theo): “Agreed. Can we also leave the goose?”",
      "evidence": {
       "segmentIds": [
        "s55"
       ],
       "startMs": 309784,
       "endMs": 312393
      }
     },
     {
      "text": "Ines: “You climb through the window of the tower, and the stairs lead you down to the chapel. The water does not follow you. It stands in the windows like glass, and fish look in. Forty candles burn on the altar, all of them blue, and above them hangs the bell of Saint Ambrel.”",
      "evidence": {
       "segmentIds": [
        "s56"
       ],
       "startMs": 312693,
       "endMs": 332315
      }
     },
     {
      "text": "Ines: “Under the bell stands a young woman who strikes it with her bare hand, and she looks exactly like Mother Sedge.”",
      "evidence": {
       "segmentIds": [
        "s58"
       ],
       "startMs": 335201,
       "endMs": 344642
      }
     },
     {
      "text": "Ines: “‘My name is Oda,’ she says. ‘Oda Sedge.’ For the first time in three nights the bell is silent. And then, from the other side of the locked door, somebody knocks three times.”",
      "evidence": {
       "segmentIds": [
        "s67"
       ],
       "startMs": 374635,
       "endMs": 388440
      }
     },
     {
      "text": "Vesper (Priya): “Vesper puts the key into the lock and breaks it off.”",
      "evidence": {
       "segmentIds": [
        "s72"
       ],
       "startMs": 402443,
       "endMs": 409244
      }
     },
     {
      "text": "Ines: “It snaps. The knocking stops. And a voice behind the door says, very friendly, ‘Brannoc, did you remember the bread?’”",
      "evidence": {
       "segmentIds": [
        "s73"
       ],
       "startMs": 409544,
       "endMs": 417167
      }
     },
     {
      "text": "Ines: “Oda opens her other hand, and in it lies a lump of bronze as long as a finger. ‘I had to take it out,’ she says.”",
      "evidence": {
       "segmentIds": [
        "s81"
       ],
       "startMs": 455145,
       "endMs": 466404
      }
     }
    ],
    "previouslyOn": []
   },
   "glance": [
    {
     "label": "Names heard",
     "entries": [
      {
       "text": "Mother Sedge (7 times)",
       "guessed": false,
       "evidence": {
        "segmentIds": [
         "s11"
        ],
        "startMs": 59226,
        "endMs": 70848
       }
      },
      {
       "text": "Ulf (5 times)",
       "guessed": false,
       "evidence": {
        "segmentIds": [
         "s13"
        ],
        "startMs": 72843,
        "endMs": 76102
       }
      },
      {
       "text": "Oda (5 times)",
       "guessed": false,
       "evidence": {
        "segmentIds": [
         "s67"
        ],
        "startMs": 374635,
        "endMs": 388440
       }
      },
      {
       "text": "Candlewick (3 times)",
       "guessed": false,
       "evidence": {
        "segmentIds": [
         "s7"
        ],
        "startMs": 32033,
        "endMs": 46929
       }
      },
      {
       "text": "Vesper (3 times)",
       "guessed": false,
       "evidence": {
        "segmentIds": [
         "s10"
        ],
        "startMs": 52769,
        "endMs": 58926
       }
      },
      {
       "text": "Saint Ambrel (3 times)",
       "guessed": false,
       "evidence": {
        "segmentIds": [
         "s16"
        ],
        "startMs": 88935,
        "endMs": 100921
       }
      },
      {
       "text": "Ash Wardens (3 times)",
       "guessed": false,
       "evidence": {
        "segmentIds": [
         "s49"
        ],
        "startMs": 273955,
        "endMs": 289214
       }
      },
      {
       "text": "Grey Fen (2 times)",
       "guessed": false,
       "evidence": {
        "segmentIds": [
         "s7"
        ],
        "startMs": 32033,
        "endMs": 46929
       }
      },
      {
       "text": "Brannoc (2 times)",
       "guessed": false,
       "evidence": {
        "segmentIds": [
         "s19"
        ],
        "startMs": 117788,
        "endMs": 121364
       }
      }
     ]
    },
    {
     "label": "Natural 20s and 1s spoken of",
     "entries": [
      {
       "text": "Vesper (Priya): “Sleight of hand, and that is a natural one.”",
       "guessed": false,
       "evidence": {
        "segmentIds": [
         "s30"
        ],
        "startMs": 172673,
        "endMs": 177217
       }
      }
     ]
    }
   ],
   "evening": {
    "chapters": [
     {
      "title": {
       "text": "It is dusk when you reach Candlewick",
       "evidence": {
        "segmentIds": [
         "s7"
        ],
        "startMs": 32033,
        "endMs": 46929
       }
      },
      "ownTitle": null,
      "place": null,
      "names": [],
      "startMs": 300,
      "endMs": 100921,
      "evidence": {
       "segmentIds": [
        "s1",
        "s16"
       ],
       "startMs": 300,
       "endMs": 100921
      }
     },
     {
      "title": {
       "text": "Forty candles burn on the altar",
       "evidence": {
        "segmentIds": [
         "s56"
        ],
        "startMs": 312693,
        "endMs": 332315
       }
      },
      "ownTitle": null,
      "place": null,
      "names": [
       "Ash Wardens",
       "Saint Ambrel"
      ],
      "startMs": 101221,
      "endMs": 368677,
      "evidence": {
       "segmentIds": [
        "s17",
        "s64"
       ],
       "startMs": 101221,
       "endMs": 368677
      }
     },
     {
      "title": {
       "text": "Oda opens her other hand",
       "evidence": {
        "segmentIds": [
         "s81"
        ],
        "startMs": 455145,
        "endMs": 466404
       }
      },
      "ownTitle": null,
      "place": null,
      "names": [
       "Oda"
      ],
      "startMs": 368977,
      "endMs": 471063,
      "evidence": {
       "segmentIds": [
        "s65",
        "s82"
       ],
       "startMs": 368977,
       "endMs": 471063
      }
     }
    ],
    "passages": [
     {
      "text": "Last time we left off, you had come down from the hills with a borrowed wagon, you owed a miller eleven silver, and somebody had set a barn on fire.",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 11387,
      "endMs": 22267,
      "rank": 29,
      "evidence": {
       "segmentIds": [
        "s3"
       ],
       "startMs": 9917,
       "endMs": 22267
      },
      "id": "s3.20",
      "chapter": 0,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "It was a barn when we got there.",
      "speakerId": "p4",
      "speaker": "Vesper (Priya)",
      "startMs": 24507,
      "endMs": 27438,
      "rank": 10,
      "evidence": {
       "segmentIds": [
        "s5"
       ],
       "startMs": 24507,
       "endMs": 27438
      },
      "id": "s5.0",
      "chapter": 0,
      "shown": "page",
      "hidden": false
     },
     {
      "text": "And that is where we left off. It is dusk when you reach Candlewick, a village on stilts at the edge of the Grey Fen.",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 27738,
      "endMs": 38536,
      "rank": 11,
      "evidence": {
       "segmentIds": [
        "s6",
        "s7"
       ],
       "startMs": 27738,
       "endMs": 46929
      },
      "id": "s6.0",
      "chapter": 0,
      "shown": "page",
      "hidden": false
     },
     {
      "text": "There is a lamp in every window, and every lamp burns blue. And out there, under the water, a bell is ringing.",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 38611,
      "endMs": 46929,
      "rank": 30,
      "evidence": {
       "segmentIds": [
        "s7"
       ],
       "startMs": 32033,
       "endMs": 46929
      },
      "id": "s7.87",
      "chapter": 0,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "On the porch of the ferry house sits an old woman called Mother Sedge, who guts eels without looking at them. Beside her stands the largest goose you have ever seen.",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 59226,
      "endMs": 70848,
      "rank": 2,
      "evidence": {
       "segmentIds": [
        "s11"
       ],
       "startMs": 59226,
       "endMs": 70848
      },
      "id": "s11.0",
      "chapter": 0,
      "shown": "page",
      "hidden": false
     },
     {
      "text": "Theo, remind us what Ulf is afraid of?",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 72843,
      "endMs": 76102,
      "rank": 15,
      "evidence": {
       "segmentIds": [
        "s13"
       ],
       "startMs": 72843,
       "endMs": 76102
      },
      "id": "s13.0",
      "chapter": 0,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "Mother Sedge looks up. \"Three nights it has rung,\" she says. \"The chapel of Saint Ambrel went down forty years ago, and there was no clapper in that bell when it sank.\"",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 88935,
      "endMs": 100921,
      "rank": 16,
      "evidence": {
       "segmentIds": [
        "s16"
       ],
       "startMs": 88935,
       "endMs": 100921
      },
      "id": "s16.0",
      "chapter": 0,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "\"That is what I would pay to know. If you can bring me the clapper of that bell, I carry you over the Grey Fen for nothing, and I never carry anybody for nothing.\"",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 104774,
      "endMs": 117488,
      "rank": 21,
      "evidence": {
       "segmentIds": [
        "s18"
       ],
       "startMs": 104774,
       "endMs": 117488
      },
      "id": "s18.0",
      "chapter": 1,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "The goose is called Bishop, and Bishop is looking at you, Ulf.",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 128577,
      "endMs": 133290,
      "rank": 23,
      "evidence": {
       "segmentIds": [
        "s22"
       ],
       "startMs": 128577,
       "endMs": 133290
      },
      "id": "s22.0",
      "chapter": 1,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "Meanwhile I steal the key.",
      "speakerId": "p4",
      "speaker": "Vesper (Priya)",
      "startMs": 169033,
      "endMs": 171001,
      "rank": 32,
      "evidence": {
       "segmentIds": [
        "s28"
       ],
       "startMs": 167747,
       "endMs": 171001
      },
      "id": "s28.17",
      "chapter": 1,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "Bishop bites you, Vesper, for two points of damage. The key stays where it is.",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 179717,
      "endMs": 185216,
      "rank": 33,
      "evidence": {
       "segmentIds": [
        "s31"
       ],
       "startMs": 179717,
       "endMs": 191703
      },
      "id": "s31.0",
      "chapter": 1,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "Mother Sedge says, without looking up, \"You could have asked.\" And she holds it out to you.",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 185287,
      "endMs": 191703,
      "rank": 7,
      "evidence": {
       "segmentIds": [
        "s31"
       ],
       "startMs": 179717,
       "endMs": 191703
      },
      "id": "s31.79",
      "chapter": 1,
      "shown": "page",
      "hidden": false
     },
     {
      "text": "\"It opens the chapel door,\" says Mother Sedge. \"My sister locked it from the inside.\"",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 193621,
      "endMs": 199425,
      "rank": 8,
      "evidence": {
       "segmentIds": [
        "s33"
       ],
       "startMs": 193621,
       "endMs": 199425
      },
      "id": "s33.0",
      "chapter": 1,
      "shown": "page",
      "hidden": false
     },
     {
      "text": "An hour later you row out on the fen in a borrowed boat. The fog closes behind you, and the blue lamps of Candlewick go out, one after another.",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 210631,
      "endMs": 221527,
      "rank": 19,
      "evidence": {
       "segmentIds": [
        "s37"
       ],
       "startMs": 210631,
       "endMs": 221527
      },
      "id": "s37.0",
      "chapter": 1,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "Ulf rows. Ulf rows away from the goose as fast as he can.",
      "speakerId": "p2",
      "speaker": "Ulf (Theo)",
      "startMs": 221827,
      "endMs": 226370,
      "rank": 20,
      "evidence": {
       "segmentIds": [
        "s38"
       ],
       "startMs": 221827,
       "endMs": 226370
      },
      "id": "s38.0",
      "chapter": 1,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "In the middle of the lake the top of a bell tower stands out of the water, no taller than a man. The water around it is warm, and somebody has carved a burning hand above the window.",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 251574,
      "endMs": 265742,
      "rank": 18,
      "evidence": {
       "segmentIds": [
        "s45"
       ],
       "startMs": 251574,
       "endMs": 265742
      },
      "id": "s45.0",
      "chapter": 1,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "It is the mark of the Ash Wardens, an order that kept the fires along the coast. Nobody has seen one of the Ash Wardens since the war.",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 273955,
      "endMs": 284334,
      "rank": 9,
      "evidence": {
       "segmentIds": [
        "s49"
       ],
       "startMs": 273955,
       "endMs": 289214
      },
      "id": "s49.0",
      "chapter": 1,
      "shown": "page",
      "hidden": false
     },
     {
      "text": "Let's go in through the window and leave the door alone. If somebody locked it from the inside, I want to know what they locked out.",
      "speakerId": "p4",
      "speaker": "Vesper (Priya)",
      "startMs": 298484,
      "endMs": 307222,
      "rank": 31,
      "evidence": {
       "segmentIds": [
        "s53"
       ],
       "startMs": 298484,
       "endMs": 307222
      },
      "id": "s53.0",
      "chapter": 1,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "Agreed, nobody opens the door.",
      "speakerId": "p3",
      "speaker": "Brannoc (Jonas)",
      "startMs": 307522,
      "endMs": 309484,
      "rank": 28,
      "evidence": {
       "segmentIds": [
        "s54"
       ],
       "startMs": 307522,
       "endMs": 309484
      },
      "id": "s54.0",
      "chapter": 1,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "Agreed. Can we also leave the goose?",
      "speakerId": "p2",
      "speaker": "Ulf (Theo)",
      "startMs": 309784,
      "endMs": 312393,
      "rank": 12,
      "evidence": {
       "segmentIds": [
        "s55"
       ],
       "startMs": 309784,
       "endMs": 312393
      },
      "id": "s55.0",
      "chapter": 1,
      "shown": "page",
      "hidden": false
     },
     {
      "text": "You climb through the window of the tower, and the stairs lead you down to the chapel. The water does not follow you. It stands in the windows like glass, and fish look in. Forty candles burn on the altar, all of them blue, and above them hangs the bell of Saint Ambrel.",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 312693,
      "endMs": 332315,
      "rank": 0,
      "evidence": {
       "segmentIds": [
        "s56"
       ],
       "startMs": 312693,
       "endMs": 332315
      },
      "id": "s56.0",
      "chapter": 1,
      "shown": "page",
      "hidden": false
     },
     {
      "text": "Under the bell stands a young woman who strikes it with her bare hand, and she looks exactly like Mother Sedge.",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 335201,
      "endMs": 342795,
      "rank": 1,
      "evidence": {
       "segmentIds": [
        "s58"
       ],
       "startMs": 335201,
       "endMs": 344642
      },
      "id": "s58.0",
      "chapter": 1,
      "shown": "page",
      "hidden": false
     },
     {
      "text": "\"I promised to ring until the tide is out.\"",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 349238,
      "endMs": 352728,
      "rank": 25,
      "evidence": {
       "segmentIds": [
        "s60"
       ],
       "startMs": 346559,
       "endMs": 352728
      },
      "id": "s60.33",
      "chapter": 1,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "I kneel down beside her and I say, the tide is out. You kept your promise, and your sister sent us to bring you home.",
      "speakerId": "p3",
      "speaker": "Brannoc (Jonas)",
      "startMs": 357031,
      "endMs": 365446,
      "rank": 22,
      "evidence": {
       "segmentIds": [
        "s63"
       ],
       "startMs": 357031,
       "endMs": 365446
      },
      "id": "s63.0",
      "chapter": 1,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "\"My name is Oda,\" she says. \"Oda Sedge.\" For the first time in three nights the bell is silent. And then, from the other side of the locked door, somebody knocks three times.",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 376122,
      "endMs": 388440,
      "rank": 3,
      "evidence": {
       "segmentIds": [
        "s67"
       ],
       "startMs": 374635,
       "endMs": 388440
      },
      "id": "s67.21",
      "chapter": 2,
      "shown": "page",
      "hidden": false
     },
     {
      "text": "\"He has been very polite so far,\" says Oda. \"He says that he is the ferryman.\"",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 391326,
      "endMs": 397494,
      "rank": 26,
      "evidence": {
       "segmentIds": [
        "s69"
       ],
       "startMs": 391326,
       "endMs": 397494
      },
      "id": "s69.0",
      "chapter": 2,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "I thought Mother Sedge was the ferryman.",
      "speakerId": "p2",
      "speaker": "Ulf (Theo)",
      "startMs": 397794,
      "endMs": 400402,
      "rank": 17,
      "evidence": {
       "segmentIds": [
        "s70"
       ],
       "startMs": 397794,
       "endMs": 400402
      },
      "id": "s70.0",
      "chapter": 2,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "I hate this, I love this, I hate this.",
      "speakerId": "p4",
      "speaker": "Vesper (Priya)",
      "startMs": 402443,
      "endMs": 405283,
      "rank": 34,
      "evidence": {
       "segmentIds": [
        "s72"
       ],
       "startMs": 402443,
       "endMs": 409244
      },
      "id": "s72.0",
      "chapter": 2,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "Vesper puts the key into the lock and breaks it off.",
      "speakerId": "p4",
      "speaker": "Vesper (Priya)",
      "startMs": 405358,
      "endMs": 409244,
      "rank": 4,
      "evidence": {
       "segmentIds": [
        "s72"
       ],
       "startMs": 402443,
       "endMs": 409244
      },
      "id": "s72.39",
      "chapter": 2,
      "shown": "page",
      "hidden": false
     },
     {
      "text": "It snaps. The knocking stops. And a voice behind the door says, very friendly, \"Brannoc, did you remember the bread?\"",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 409544,
      "endMs": 417167,
      "rank": 5,
      "evidence": {
       "segmentIds": [
        "s73"
       ],
       "startMs": 409544,
       "endMs": 417167
      },
      "id": "s73.0",
      "chapter": 2,
      "shown": "page",
      "hidden": false
     },
     {
      "text": "My grandmother is dead!",
      "speakerId": "p3",
      "speaker": "Brannoc (Jonas)",
      "startMs": 418964,
      "endMs": 420398,
      "rank": 27,
      "evidence": {
       "segmentIds": [
        "s74"
       ],
       "startMs": 417467,
       "endMs": 420398
      },
      "id": "s74.24",
      "chapter": 2,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "Ulf picks up Bishop and holds him in front of him like a shield.",
      "speakerId": "p2",
      "speaker": "Ulf (Theo)",
      "startMs": 422475,
      "endMs": 427080,
      "rank": 13,
      "evidence": {
       "segmentIds": [
        "s76"
       ],
       "startMs": 422475,
       "endMs": 429599
      },
      "id": "s76.0",
      "chapter": 2,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "We still don't know who carved the mark of the Ash Wardens, and I really don't know who is behind that door.",
      "speakerId": "p4",
      "speaker": "Vesper (Priya)",
      "startMs": 433840,
      "endMs": 441287,
      "rank": 24,
      "evidence": {
       "segmentIds": [
        "s78"
       ],
       "startMs": 433840,
       "endMs": 441287
      },
      "id": "s78.0",
      "chapter": 2,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "So the plan is, we take Oda home to Candlewick tonight, we ask Mother Sedge where she got the key, and nobody says the word bread ever again.",
      "speakerId": "p3",
      "speaker": "Brannoc (Jonas)",
      "startMs": 441587,
      "endMs": 450969,
      "rank": 14,
      "evidence": {
       "segmentIds": [
        "s79"
       ],
       "startMs": 441587,
       "endMs": 450969
      },
      "id": "s79.0",
      "chapter": 2,
      "shown": "more",
      "hidden": false
     },
     {
      "text": "Oda opens her other hand, and in it lies a lump of bronze as long as a finger. \"I had to take it out,\" she says.",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 455145,
      "endMs": 464556,
      "rank": 6,
      "evidence": {
       "segmentIds": [
        "s81"
       ],
       "startMs": 455145,
       "endMs": 466404
      },
      "id": "s81.0",
      "chapter": 2,
      "shown": "page",
      "hidden": false
     }
    ],
    "pointers": [
     {
      "text": "On the porch of the ferry house sits an old woman called Mother Sedge, who guts eels without looking at them.",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 59226,
      "endMs": 66904,
      "rank": 0,
      "evidence": {
       "segmentIds": [
        "s11"
       ],
       "startMs": 59226,
       "endMs": 70848
      },
      "kind": "moment"
     },
     {
      "text": "Sleight of hand, and that is a natural one.",
      "speakerId": "p4",
      "speaker": "Vesper (Priya)",
      "startMs": 173582,
      "endMs": 176588,
      "rank": 3,
      "evidence": {
       "segmentIds": [
        "s30"
       ],
       "startMs": 172673,
       "endMs": 177217
      },
      "kind": "roll"
     },
     {
      "text": "Forty candles burn on the altar, all of them blue, and above them hangs the bell of Saint Ambrel.",
      "speakerId": "p1",
      "speaker": "Ines",
      "startMs": 325266,
      "endMs": 332315,
      "rank": 1,
      "evidence": {
       "segmentIds": [
        "s56"
       ],
       "startMs": 312693,
       "endMs": 332315
      },
      "kind": "moment"
     },
     {
      "text": "So the plan is, we take Oda home to Candlewick tonight, we ask Mother Sedge where she got the key, and nobody says the word bread ever again.",
      "speakerId": "p3",
      "speaker": "Brannoc (Jonas)",
      "startMs": 441587,
      "endMs": 450969,
      "rank": 2,
      "evidence": {
       "segmentIds": [
        "s79"
       ],
       "startMs": 441587,
       "endMs": 450969
      },
      "kind": "moment"
     }
    ],
    "names": [
     {
      "name": "Mother Sedge",
      "kind": "person",
      "isPlayed": false,
      "isThere": false,
      "count": 7,
      "heard": {
       "segmentIds": [
        "s11",
        "s16",
        "s31",
        "s33",
        "s58",
        "s70",
        "s79"
       ],
       "startsMs": [
        59226,
        88935,
        179717,
        193621,
        335201,
        397794,
        441587
       ]
      }
     },
     {
      "name": "Ulf",
      "kind": "person",
      "isPlayed": true,
      "isThere": false,
      "count": 5,
      "heard": {
       "segmentIds": [
        "s13",
        "s22",
        "s38",
        "s76"
       ],
       "startsMs": [
        72843,
        128577,
        221827,
        422475
       ]
      }
     },
     {
      "name": "Oda",
      "kind": "person",
      "isPlayed": false,
      "isThere": true,
      "count": 5,
      "heard": {
       "segmentIds": [
        "s67",
        "s69",
        "s79",
        "s81"
       ],
       "startsMs": [
        374635,
        391326,
        441587,
        455145
       ]
      }
     },
     {
      "name": "Candlewick",
      "kind": "location",
      "isPlayed": false,
      "isThere": false,
      "count": 3,
      "heard": {
       "segmentIds": [
        "s7",
        "s37",
        "s79"
       ],
       "startsMs": [
        32033,
        210631,
        441587
       ]
      }
     },
     {
      "name": "Vesper",
      "kind": "person",
      "isPlayed": true,
      "isThere": false,
      "count": 3,
      "heard": {
       "segmentIds": [
        "s10",
        "s31",
        "s72"
       ],
       "startsMs": [
        52769,
        179717,
        402443
       ]
      }
     },
     {
      "name": "Saint Ambrel",
      "kind": "person",
      "isPlayed": false,
      "isThere": false,
      "count": 3,
      "heard": {
       "segmentIds": [
        "s16",
        "s17",
        "s56"
       ],
       "startsMs": [
        88935,
        101221,
        312693
       ]
      }
     },
     {
      "name": "Ash Wardens",
      "kind": "faction",
      "isPlayed": false,
      "isThere": false,
      "count": 3,
      "heard": {
       "segmentIds": [
        "s49",
        "s78"
       ],
       "startsMs": [
        273955,
        433840
       ]
      }
     },
     {
      "name": "Grey Fen",
      "kind": "location",
      "isPlayed": false,
      "isThere": false,
      "count": 2,
      "heard": {
       "segmentIds": [
        "s7",
        "s18"
       ],
       "startsMs": [
        32033,
        104774
       ]
      }
     },
     {
      "name": "Brannoc",
      "kind": "person",
      "isPlayed": true,
      "isThere": false,
      "count": 2,
      "heard": {
       "segmentIds": [
        "s19",
        "s73"
       ],
       "startsMs": [
        117788,
        409544
       ]
      }
     }
    ],
    "timeline": {
     "stretchMs": 3000,
     "voices": [
      {
       "speakerId": "p1",
       "label": "Ines",
       "words": [
        14,
        0,
        0,
        33,
        0,
        0,
        0,
        0,
        0,
        7,
        40,
        0,
        0,
        0,
        0,
        0,
        9,
        0,
        0,
        31,
        0,
        0,
        0,
        0,
        8,
        0,
        0,
        0,
        0,
        32,
        0,
        0,
        0,
        0,
        34,
        0,
        0,
        0,
        0,
        0,
        11,
        0,
        12,
        0,
        0,
        2,
        0,
        34,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        32,
        0,
        0,
        0,
        0,
        15,
        0,
        0,
        0,
        6,
        0,
        29,
        0,
        0,
        0,
        0,
        6,
        0,
        12,
        0,
        0,
        0,
        0,
        0,
        38,
        0,
        0,
        0,
        0,
        0,
        2,
        0,
        41,
        0,
        0,
        0,
        0,
        0,
        0,
        6,
        0,
        0,
        0,
        0,
        0,
        53,
        0,
        0,
        0,
        0,
        0,
        0,
        25,
        0,
        0,
        0,
        16,
        0,
        0,
        3,
        0,
        0,
        0,
        10,
        0,
        37,
        0,
        0,
        0,
        0,
        0,
        16,
        0,
        0,
        3,
        0,
        0,
        20,
        0,
        0,
        0,
        2,
        0,
        0,
        0,
        3,
        0,
        0,
        0,
        0,
        0,
        0,
        30,
        0,
        0,
        0,
        8,
        0,
        0,
        14,
        0,
        0
       ]
      },
      {
       "speakerId": "p3",
       "label": "Jonas",
       "words": [
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        4,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        11,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        10,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        37,
        0,
        0,
        0,
        0,
        0,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        15,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        11,
        0,
        0,
        0,
        0,
        0,
        0,
        5,
        0,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        5,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        3,
        0,
        0,
        5,
        0,
        25,
        0,
        0,
        0,
        0,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        8,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        28,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        4,
        0,
        0,
        0
       ]
      },
      {
       "speakerId": "p4",
       "label": "Priya",
       "words": [
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        8,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        18,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        9,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        7,
        0,
        0,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        9,
        0,
        13,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        6,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        10,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        12,
        0,
        0,
        26,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        6,
        0,
        0,
        0,
        0,
        20,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        22,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0
       ]
      },
      {
       "speakerId": "p2",
       "label": "Theo",
       "words": [
        0,
        0,
        10,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        3,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        2,
        0,
        0,
        17,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        5,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        3,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        13,
        0,
        0,
        10,
        0,
        0,
        7,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        3,
        0,
        0,
        0,
        0,
        7,
        0,
        0,
        0,
        0,
        0,
        0,
        6,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        8,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        7,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        21,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        10,
        0,
        0,
        0,
        0,
        0,
        0,
        1,
        0,
        0,
        0
       ]
      }
     ],
     "dice": [
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      1,
      0,
      2,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0
     ],
     "laughter": [
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0
     ],
     "apart": [
      {
       "kind": "outside",
       "startMs": 471763,
       "endMs": 480117
      }
     ]
    },
    "missing": []
   },
   "scenes": [],
   "memorableMoments": [],
   "npcs": [
    {
     "name": "Oda",
     "description": "",
     "isNew": true,
     "presence": "met",
     "evidence": {
      "segmentIds": [
       "s67"
      ],
      "startMs": 374635,
      "endMs": 388440
     }
    }
   ],
   "locations": [],
   "items": [],
   "factions": [],
   "quests": [],
   "openThreads": [],
   "decisions": [],
   "characterMoments": [],
   "combats": [],
   "toConfirm": [],
   "warnings": []
  }
 }
};
