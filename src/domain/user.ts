/** 0 none, 1 female, 2 male, 3 non-binary, 4 prefer not to answer (`docs/product.md#user`). */
export const genders = [0, 1, 2, 3, 4] as const

const BIRTH_YEAR_COUNT = 100
/** Preselected when unset. */
export const BIRTH_YEAR_DEFAULT = 1980

/** The current year and the 99 before it, newest first. */
export function birthYears(currentYear: number): number[] {
  return Array.from({ length: BIRTH_YEAR_COUNT }, (_, index) => currentYear - index)
}

/** 0 means unset. */
export function isBirthYear(year: number, currentYear: number): boolean {
  return (
    year === 0 ||
    (Number.isInteger(year) && year <= currentYear && year > currentYear - BIRTH_YEAR_COUNT)
  )
}

/** Kinds of device, by the user agent (`docs/product.md#device-information`). */
export const deviceNames = ['Android', 'iOS', 'Mobile', 'Tablet', 'Desktop'] as const

export const pictureTypes = ['jpg', 'jpeg', 'png'] as const
