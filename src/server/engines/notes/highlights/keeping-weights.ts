import { keysOf } from '#contract/unknown-values.ts';

/**
 * Logistic regressions over passages, one coefficient for each feature less its mean, written by `npm run fit:keeping` from what readers who wrote no rule
 * said of 2,805 passages (`tests/bench/notes/keeping.json`; decision 050): would they keep it and understand it alone?
 */
export const kept = {
  bias: 0.306,
  worth: 0.36,
  sentences: 0.089,
  people: -0.042,
  youByNarrator: -0.082,
  brokenOff: -4.241,
  central: 0.066,
  words: 1.205,
  names: 0.254,
  nameless: 0.224,
  othersBeforeNames: 0.075,
  asks: -0.617,
  told: -0.273,
  played: 0.126,
  firstByTeller: -0.055,
  quoted: 1.476,
  said: 1,
};

/** Do they understand it alone? */
export const clear: typeof kept = {
  bias: 1.306,
  worth: 0.297,
  sentences: 0.073,
  people: -0.166,
  youByNarrator: -0.068,
  brokenOff: -1.934,
  central: 0.229,
  words: 0.862,
  names: 0.375,
  nameless: -0.321,
  othersBeforeNames: -0.361,
  asks: 0.085,
  told: -0.32,
  played: 0.044,
  firstByTeller: -0.027,
  quoted: -0.158,
  said: 0.272,
};

export const means = {
  worth: -3.234,
  sentences: 3.481,
  people: 1.032,
  youByNarrator: 0.391,
  brokenOff: 0.001,
  central: 1.095,
  words: 3.894,
  names: 1.55,
  nameless: 0.146,
  othersBeforeNames: 0.234,
  asks: 0.039,
  told: 0.276,
  played: 0.058,
  firstByTeller: 0.157,
  quoted: 0.104,
  said: -0.139,
};

export type KeepingFeature = keyof typeof means;

export const keepingFeatures = keysOf(means);

/** What each word with one of these stems adds to the log odds of "kept". */
export const lexicon: ReadonlyMap<string, number> = new Map(
  `
0.8 best unconsciou
0.7 ally amongst longer terribl world
0.6 brief death destroy divin forc power understand
0.5 came deal entir exist fami lean mind name we'v
0.4 also away believ broken complet corps darkness did feet figur flash found many member never presenc ruin sery speak throughout wing wish
0.3 any arm battl beast beneath blood call chest eye fear finger god great group held kill live man mouth near our pick previou run safe
0.3 scream slam smok tell upon vanish voic when work
0.2 abov am been befor body brought burn chain doing dragon entity even everyth face fall fight flam forth friend full gather glanc gone
0.2 grab had help his home hour immediat long lost may minut need new pass peopl quiet releas return saw say shadow ship slow stop street
0.2 sudden symbol talk think tunnel under us vision we weapon will
0.1 an becom being black build by city come dark do elemental end energy fire form good ground hand hav he her him hold into its keep life
0.1 lock look me only open outsid own party plac probab reach recent remain seem set skin smil someth sort spell star ston strik templ their
0.1 thes they thi thos want was well were what within wound yourself
-0.1 across all appear arcan attempt attention but can carry cavern center conversation could coupl day design distanc element few fill
-0.1 forward gold hair has head here hit hous if it know love middl more next no one past point portion prepar pull real red rest room same
-0.1 see sister slight some sound step take ther through up variou very walk wall water way went whil wind would you'r
-0.2 actual ahead air another armor attack back behind blue castl central chamber closer cluster concentrat corner creatur doe door each
-0.2 enter far final floor follow forest further get gett give grasp guy hope how just kind larg leav lot make manag meet morn most or
-0.2 process push runn rush side similar sinc sky so start than they'r though throw too top toward try two whit who whol wood
-0.3 almost anyth becaus big building different direction eventual foot front going heavy impact join land laugh lead magic move nearby
-0.3 ready right rope section small tak together use
-0.4 along arc area cast continu enough everyon four insid main old sens stair tabl wait wear
-0.5 crack exterior metal mountain mov nod number outskirt quick round shift smell
-0.6 folk surround
-0.7 heard interior sitt
-1.1 pretty`
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [weight, ...stems] = line.split(' ');
      return stems.map((each) => [each, Number(weight)]);
    }),
);
