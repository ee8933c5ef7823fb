/** Regions of China (省市区), three levels. */
export { pcdList, regionChain, regionLevel, regionName, regionParent } from './regions';
