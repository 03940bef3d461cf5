/** Where passkeys are kept, by the AAGUID that they carry. */
const byAaguid = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'apple',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'apple',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'google',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'chrome',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'windows',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'windows',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'windows',
  '53414d53-554e-4700-0000-000000000000': 'samsung',
  'bada5566-a7aa-401f-bd96-45619a55120d': 'onePassword',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'dashlane',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'proton',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'keePassXC',
} as const

export type Keychain = (typeof byAaguid)[keyof typeof byAaguid] | 'unknown'
export const keychains = [...new Set<Keychain>([...Object.values(byAaguid), 'unknown'])]

export function keychainOf(aaguid: string): Keychain {
  return Object.hasOwn(byAaguid, aaguid) ? byAaguid[aaguid as keyof typeof byAaguid] : 'unknown'
}
