/** Memoizes a function by its object argument, in a WeakMap. */
export function memoizeByObject<Subject extends object, Result>(
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
