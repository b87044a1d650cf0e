interface OperatorField {
  /** What the operator of a server has to say, as the reader of the page sees it while it is missing. */
  readonly asks: string;
  /** What the operator says; null: not yet. */
  readonly value: string | null;
}

/**
 * The one list of what only the operator of a server can say. Fill in the values here: the marks on the pages and the
 * notices above them go away one by one. Let somebody who knows your law read the pages before they bind anyone.
 */
export const operatorFields = {
  provider: { asks: 'name and legal form of the provider', value: null },
  address: { asks: 'postal address of the provider', value: null },
  contact: { asks: 'e-mail address for questions and complaints', value: null },
  privacyContact: { asks: 'contact for data protection, and its officer where there is one', value: null },
  effectiveDate: { asks: 'day from which this text applies', value: null },
  minimumAge: { asks: 'least age of users under the local law', value: null },
  taxes: { asks: 'whether prices include taxes, and which', value: null },
  refunds: { asks: 'right of withdrawal and refunds under the local consumer law', value: null },
  liability: { asks: 'liability, within what the local law allows', value: null },
  law: { asks: 'applicable law, place of jurisdiction, and out-of-court settlement', value: null },
  legalBasis: { asks: 'legal basis of each use of data under the local law', value: null },
  hosting: { asks: 'who hosts this server, and in which country', value: null },
  processors: {
    asks: 'names and places of the services that are set up: speech, notes, sign-in, payments (Stripe), mail',
    value: null,
  },
  transfers: { asks: 'transfers to other countries, and what safeguards them', value: null },
  retention: { asks: 'how long server logs and backups are kept', value: null },
  authority: { asks: 'supervisory authority for complaints', value: null },
  trackers: {
    asks: 'whether visits are measured or advertising is tracked here, and by which companies',
    value: null,
  },
} as const satisfies Record<string, OperatorField>;

export type OperatorFieldName = keyof typeof operatorFields;

/** Those of the given fields that the operator has not filled in. */
export const openFields = (
  names: readonly OperatorFieldName[],
  fields: Readonly<Record<OperatorFieldName, OperatorField>> = operatorFields,
): readonly OperatorFieldName[] => names.filter((name) => fields[name].value === null);
