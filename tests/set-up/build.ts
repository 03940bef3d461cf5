import { build } from '../../harness/local/build.ts'

export const setup = () => build()
