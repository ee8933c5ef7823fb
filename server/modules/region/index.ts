/** Regions of China (省市区) on three levels. */
export {
  pcdChildren,
  pcdList,
  placeOf,
  regionChain,
  regionLevel,
  regionName,
  regionParent,
  regionText,
} from './regions';
