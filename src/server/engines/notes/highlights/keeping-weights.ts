import { keysOf } from '#contract/unknown-values.ts';

/**
 * Logistic regressions over passages, one coefficient for each feature less its mean, written by `npm run fit:keeping` from what readers who wrote no rule
 * said of 3,617 passages (`tests/bench/notes/keeping.json`; decision 050): would they keep it and understand it alone?
 */
export const kept = {
  bias: 0.247,
  worth: 0.368,
  sentences: 0.1,
  people: -0.031,
  brokenOff: -4.373,
  central: 0.066,
  words: 1.3,
  names: 0.197,
  nameless: -0.065,
  othersBeforeNames: 0.036,
  asks: -0.626,
  told: -0.445,
  quoted: 1.503,
  said: 1,
};

/** Do they understand it alone? */
export const clear: typeof kept = {
  bias: 1.074,
  worth: 0.287,
  sentences: 0.095,
  people: -0.11,
  brokenOff: -1.968,
  central: 0.298,
  words: 1.028,
  names: 0.361,
  nameless: -0.53,
  othersBeforeNames: -0.315,
  asks: 0.124,
  told: -0.444,
  quoted: -0.298,
  said: 0.365,
};

export const means = {
  worth: -3.243,
  sentences: 3.582,
  people: 1.001,
  brokenOff: 0.001,
  central: 1.079,
  words: 3.922,
  names: 1.504,
  nameless: 0.177,
  othersBeforeNames: 0.317,
  asks: 0.039,
  told: 0.276,
  quoted: 0.116,
  said: -0.249,
};

export type KeepingFeature = keyof typeof means;

export const keepingFeatures = keysOf(means);

/** What each word with one of these stems adds to the log odds of "kept". */
export const lexicon: ReadonlyMap<string, number> = new Map(
  `
0.7 unconsciou
0.6 army lie longer
0.5 death divin dragg limp protect understand
0.4 ago ally amongst clutch darkness destroy discover dissipat done entir fami free liv member mind power ritual speak terribl upon without
0.4 world worry
0.3 arm beast believ best call corps did escap everyth fear flesh found god group idea kill lean met name presenc remnant return reveal ruin
0.3 scar sery six tell throughout vanish voic we'v
0.2 aid also am away battl befor below beneath brief burn came city deal dragon entity even ever every exist extrem eye fall figur fire
0.2 flash forc forth friend given hard held hour immediat lock many may minut month mouth near never new noth our physical previou recall
0.2 releas remain said say scatter scream ship sight smil smok soul street sword symbol talk tear teeth took tunnel under war we when whoosh
0.2 will wing wish within word work
0.1 already an been black blood body brought by chain chest come complet cut face gather glanc great green had hand him his hold home
0.1 individual journey last light long man me need once open outsid peopl plac quiet run shadow shoulder slow spell ston thos travel until
0.1 us vision was weapon well were
-0.1 across air another back behind business but can clos current day distanc faint far few forward get giant go head if it just know land
-0.1 laugh like littl lot magic more most one part past path real rest rise room rush same see seen sinc so some sound strang than through
-0.1 toward try up very walk wall way we'll whit who would
-0.2 actual anyth armor attack attempt big bolt castl cau central charg cloak closer cloud cluster concentrat conversation coupl creatur
-0.2 design direction door emerg enter final five floor follow foot forest further gett give going guy hair heat here hope how join kind
-0.2 larg leav make mark nearby next night or pleas powerful process push rather rope sens shap side small soon staff storm tak they'r
-0.2 together two upward use
-0.3 almost along area becaus book can't chamber continu different doesn't doorway earlier enough everyon folk four front hang heavy insid
-0.3 lead main manag mayb morn mountain mov move occasional old quick right shift short slight start tabl though throw wait wear
-0.4 arc bear bottom building cast crack damag eventual fair food heard metal muscl number original outskirt round section shoot smell stair
-0.4 surround
-0.5 base exterior interior natur sitt sourc streak yourselv
-0.6 dart nod
-0.8 pretty`
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [weight, ...stems] = line.split(' ');
      return stems.map((each) => [each, Number(weight)]);
    }),
);
