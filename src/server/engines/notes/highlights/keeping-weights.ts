import { keysOf } from '#contract/unknown-values.ts';

/**
 * Logistic regressions over passages, one coefficient for each feature less its mean, written by `npm run fit:keeping` from what readers who wrote no rule
 * said of 3,617 passages (`tests/bench/notes/keeping.json`; decision 050): would they keep it and understand it alone?
 */
export const kept = {
  bias: 0.259,
  worth: 0.361,
  sentences: 0.105,
  its: -0.163,
  brokenOff: -4.352,
  central: 0.07,
  words: 1.362,
  names: 0.169,
  nameless: -0.071,
  othersBeforeNames: 0.034,
  asks: -0.637,
  told: -0.439,
  quoted: 1.516,
  said: 1,
};

/** Do they understand it alone? */
export const clear: typeof kept = {
  bias: 1.126,
  worth: 0.265,
  sentences: 0.113,
  its: -0.282,
  brokenOff: -1.909,
  central: 0.327,
  words: 1.187,
  names: 0.262,
  nameless: -0.558,
  othersBeforeNames: -0.347,
  asks: 0.09,
  told: -0.433,
  quoted: -0.258,
  said: 0.35,
};

export const means = {
  worth: -3.243,
  sentences: 3.582,
  its: 0.656,
  brokenOff: 0.001,
  central: 1.079,
  words: 3.922,
  names: 1.504,
  nameless: 0.177,
  othersBeforeNames: 0.317,
  asks: 0.039,
  told: 0.276,
  quoted: 0.116,
  said: -0.19,
};

export type KeepingFeature = keyof typeof means;

export const keepingFeatures = keysOf(means);

/** What each word with one of these stems adds to the log odds of "kept". */
export const lexicon: ReadonlyMap<string, number> = new Map(
  `
0.7 unconsciou
0.6 army lie longer
0.5 death divin dragg limp protect understand
0.4 ago ally amongst clutch darkness destroy discover dissipat done entir fami found free liv member mind power ritual speak terribl upon
0.4 without world worry
0.3 arm beast believ best call corps did escap everyth fear flesh god group idea kill lean met name physical presenc remnant reveal ruin
0.3 scar sery six tell throughout vanish voic we'v
0.2 aid also am away battl befor below beneath burn came chest city deal dragon entity even every exist extrem eye fall figur fire flash
0.2 forc forth friend given hard held hour immediat journey knowledg lock many may minut month mouth near never new noth our previou recall
0.2 releas remain return said say scatter scream ship sight smil smok soul street sword symbol talk tear teeth took tunnel under war we when
0.2 whoosh will wing wish within word work
0.1 already an been black blood body breath brief brought by chain come complet cut ever face gather glanc great green had hand him his hold
0.1 home individual last long mak man me need once open outsid peopl plac run shadow shoulder sign slow spell ston thos travel until us
0.1 vision was weapon well were
-0.1 across air another back behind business but can clos cover current day distanc faint far few forward get giant go head if just know
-0.1 land laugh like littl lot magic more most one part past path real rest room rush see seen sinc so some sound step strang than through
-0.1 toward try up very walk wall way we'll whit who would
-0.2 actual anyth armor attack attempt big bolt castl cau central charg cloak closer cloud cluster conversation coupl creatur design
-0.2 direction door enter final five floor follow foot forest further gett give going guy hair heat here hope how join kind larg leav make
-0.2 mark nearby next night or pleas powerful process push rather rope sens shap side small soon staff storm tak they'r together two upward
-0.2 use
-0.3 almost along area becaus bottom chamber concentrat continu different doesn't doorway earlier enough everyon folk four front hang heavy
-0.3 insid lead main manag mayb morn mountain mov move occasional old quick right shift short slight start surround tabl though throw wait
-0.3 wear
-0.4 arc bear book building can't cast crack damag eventual fair food heard metal muscl number original outskirt round section shoot smell
-0.4 stair
-0.5 base exterior natur sitt sourc streak yourselv
-0.6 dart interior nod
-0.8 pretty`
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [weight, ...stems] = line.split(' ');
      return stems.map((each) => [each, Number(weight)]);
    }),
);
