export const ORIGIN = 'https://a.example';

export interface ResponseBody {
  readonly text?: string;
  readonly provenance: {
    status?: number;
    fetchedAt: number;
    freshUntil?: number;
    nextRequestAt: number;
  };
  readonly policies: Record<
    string,
    { effect: string; freshUntil?: number; stages: { at: number; state: string }[] }
  >;
}
