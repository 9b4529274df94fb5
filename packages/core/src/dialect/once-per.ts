/** Makes a result that is needed several times once per subject, as long as that exists. */
export function oncePer<Subject extends object, Result>(
  compute: (subject: Subject) => Result,
): (subject: Subject) => Result {
  const results = new WeakMap<Subject, Result>();
  return (subject) => {
    const known = results.get(subject);
    // A result may be undefined.
    if (known !== undefined || results.has(subject)) return known as Result;
    const result = compute(subject);
    results.set(subject, result);
    return result;
  };
}
