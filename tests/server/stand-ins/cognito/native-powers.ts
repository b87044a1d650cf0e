import { createDiffieHellman } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface AmplifyNumber {
  toString(radix: number): string;
  modPow(
    exponent: AmplifyNumber,
    modulus: AmplifyNumber,
    callback: (error: unknown, power: AmplifyNumber) => void,
  ): void;
}
type AmplifyNumbers = { new (digits: string, radix: number): AmplifyNumber; prototype: AmplifyNumber };

async function amplifyNumbers(): Promise<AmplifyNumbers> {
  const amplify = createRequire(import.meta.url).resolve('aws-amplify');
  const auth = createRequire(amplify).resolve('@aws-amplify/auth');
  const path = join(dirname(auth), '../esm/providers/cognito/utils/srp/BigInteger/BigInteger.mjs');
  return ((await import(pathToFileURL(path).href)) as { default: AmplifyNumbers }).default;
}

function toBigInt(number: AmplifyNumber): bigint {
  const digits = number.toString(16);
  return digits.startsWith('-') ? -BigInt(`0x${digits.slice(1)}`) : BigInt(`0x${digits}`);
}

function toBytes(number: bigint): Buffer {
  const digits = number.toString(16);
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
}

/** Replaces aws-amplify's powers, a quarter of a second each. @returns what undoes it */
export async function useNativePowers(): Promise<() => void> {
  const Numbers = await amplifyNumbers();
  const own = Numbers.prototype.modPow;
  const groups = new Map<bigint, ReturnType<typeof createDiffieHellman>>();
  Numbers.prototype.modPow = function modPow(exponent, modulus, callback) {
    const prime = toBigInt(modulus);
    const group = groups.get(prime) ?? createDiffieHellman(toBytes(prime));
    groups.set(prime, group);
    group.setPrivateKey(toBytes(toBigInt(exponent)));
    const base = ((toBigInt(this) % prime) + prime) % prime;
    callback(null, new Numbers(group.computeSecret(toBytes(base)).toString('hex'), 16));
  };
  return () => {
    Numbers.prototype.modPow = own;
  };
}
