/** Bounds the comparison of two files with little in common. */
export const DIFF_LIMITS = { scanLimit: 500, timeout: 300 };
