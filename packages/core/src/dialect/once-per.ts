/** Makes a result that is needed several times once per subject, as long as that exists. */
export function oncePer<Subject extends object, Result>(
  compute: (subject: Subject) => Result,
): (subject: Subject) => Result {
  const results = new WeakMap<Subject, Result>();
  return (subject) => {
    if (!results.has(subject)) results.set(subject, compute(subject));
    return results.get(subject) as Result;
  };
}
